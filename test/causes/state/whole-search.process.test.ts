import { describe, expect, test } from "vitest";
import type { StateFinding } from "../../../src/causes/state/finding.ts";
import { findInToy, type ToySearch } from "./toy/find.ts";
import type { ToyProgram } from "./toy/machine.ts";
import { bytes, checked, largest, later, names, prices, remembers, sample } from "./toy/programs.ts";

const variablesIn = ({ chain }: StateFinding) =>
  chain!.map(({ cause }) => cause.map(({ variable }) => variable).join(" "));
const exitsWell = (_: string, status: string) => status === "exit 0";

const sorting: ToySearch = {
  program: sample,
  pass: ["7", "8", "9"],
  fail: ["11", "14"],
  passes: (output) => !output.includes("Output: 0"),
};

test("the whole run is followed where no place is named: from the input to the output", async () => {
  const finding = await findInToy(sorting);
  expect(finding).toMatchObject({ verdict: "found", minimal: true });
  expect(variablesIn(finding)).toEqual(["input", "argv[3]", "argc", "a[2]", "v", "a[0]", "output"]);
  // The likeliest place of the defect: where the number of arguments becomes an element that nobody gave.
  expect(finding.transitions![0]).toMatchObject({ from: [{ variable: "argc" }], to: [{ variable: "a[2]" }] });
  expect(finding.cause).toMatchObject([{ variable: "a[2]", old: "9", new: "0" }]);
  // First where the loops of the two runs part; what is only printed comes last.
  expect(finding.places!.map(({ line, evidence }) => `${line} ${evidence}`)).toEqual([
    ...["33 parting", "18 parting", "13 parting", "30 move", "36 hand-over"],
  ]);
});

test("at a named place a[2] makes the difference, by at most as many tests as were published", async () => {
  const finding = await findInToy({ ...sorting, at: ["shell_sort"] });
  expect(finding).toMatchObject({ kind: "state", verdict: "found", minimal: true });
  expect(finding.cause).toMatchObject([{ variable: "a[2]", old: "9", new: "0" }]);
  expect(finding.tests.needed).toBeLessThanOrEqual(8);
  expect(finding.chain).toMatchObject([{ place: "shell_sort" }]);
});

test("a search that ends early claims nothing that it has not tested", async () => {
  const finding = await findInToy({ ...sorting, at: ["shell_sort"], maxTests: 4 });
  expect(finding.onTopOf?.values).toBeGreaterThan(0);
  expect(finding.notes).toEqual([
    expect.stringMatching(/^At shell_sort the cause was tested on top of .*, and not yet alone\.$/),
  ]);
});

test("values whose change the driver refuses are not among those with which the run still passes", async () => {
  const program: ToyProgram = (m, words) =>
    m.call("main", { argv: [...words] }, function* (v) {
      v.frozen = v.argv[0];
      v.other = `${v.frozen}!`;
      delete v.argv;
      yield* m.line(3);
      m.print(v.frozen);
    });
  const passes = (output: string) => !output.includes("b");
  const { reason } = await findInToy({ program, pass: ["a"], fail: ["b"], at: ["toy.js:3"], passes });
  expect(reason).toContain("2 values differ there, of which 1 cannot be changed, and with the failing run's");
});

test("places that one run does not reach, or not as often, are skipped and named", async () => {
  const { verdict, reason } = await findInToy({ ...sorting, at: ["nowhere", "shell_sort#2", "toy.js:33#3"] });
  expect(verdict).toBe("not-reproduced");
  expect(reason!.split("\n")).toEqual([
    "The two runs could not be compared at any of the named places.",
    "Not comparable at nowhere: neither run reaches it; name a place that both reach.",
    "Not comparable at shell_sort#2: both runs reach it only once.",
    "Not comparable at toy.js:33#3: the failing run reaches it only 2 times; name a place that both reach.",
  ]);
});

test("where the places are limited, that is noted", async () => {
  const finding = await findInToy({ ...sorting, maxPlaces: 3 });
  expect(finding.notes!.join()).toMatch(/not searched, because the limit is 3 places; use --max-places for more\./);
});

test("between a place in a call and one after it, what the call began with is not gone through again", async () => {
  const finding = await findInToy({ program: names, pass: ["d"], fail: ["g"], at: ["hash", "toy.js:4", "print"] });
  expect(finding.chain!.map(({ place }) => place)).toEqual(["hash", "toy.js:4", "toy.js:8", "print"]);
  // Variables of the same name are told apart by their functions.
  const scopes = finding.chain!.map(({ cause }) =>
    cause.map(({ variable, scope }) => `${variable} in ${scope}`).join(),
  );
  expect(scopes).toEqual(["text in hash", "h in hash", "n in main", "h in print"]);
});

test("without a test, what a program prints from a place on counts", async () => {
  const finding = await findInToy({ program: prices, pass: ["40", "50"], fail: ["40", "70"] });
  expect(finding).toMatchObject({ verdict: "found", minimal: true });
  const variables = variablesIn(finding);
  expect(variables[0]).toBe("input");
  expect(variables).toContain("prices[1]");
  expect(variables).toContain("total");
  // By the last line, the discount matters as well.
  expect(variables.at(-2)).toBe("total off");
});

test("what is done after the main code belongs to the whole run", async () => {
  const passes = (output: string) => !output.includes("NaN");
  const finding = await findInToy({ program: later, pass: ["tea", "milk"], fail: ["tea", "Milk"], passes });
  expect(finding).toMatchObject({ verdict: "found", minimal: true });
  expect([...new Set(variablesIn(finding))]).toEqual(["input", "names[1]", "name", "total", "output"]);
  // Where a price is looked up that is not there.
  expect(finding.transitions![0]).toMatchObject({
    from: [{ variable: "name" }],
    to: [{ variable: "total" }],
    line: 13,
  });
});

test("a variable that gets a wrong value by itself: the line is named, with the values", async () => {
  const passes = (output: string) => !/^1000 /.test(output);
  const finding = await findInToy({ program: bytes, pass: ["999000"], fail: ["999999"], passes });
  expect(finding.transitions![0]).toMatchObject({
    line: 3,
    from: [{ variable: "rounded", old: "999", new: "999.999" }],
    to: [{ variable: "rounded", old: "999", new: "1000" }],
  });
});

test("what explains the whole output comes before what only fails the test", async () => {
  const words = { pass: ["some", "short", "words"], fail: ["some", "longer", "words"] };
  const finding = await findInToy({ program: checked, ...words, at: ["format#2"], passes: exitsWell });
  expect(finding).toMatchObject({ verdict: "found", minimal: true });
  // `words[1]` of the main code would fail the test as well: it is compared with the output.
  expect(finding.cause).toMatchObject([{ variable: "word", old: '"short"', new: '"longer"' }]);
});

test("of the causes that fail a test, the one that explains the most of the output is taken", async () => {
  const words = { pass: ["3", "4", "5"], fail: ["3", "17", "5"] };
  const finding = await findInToy({ program: remembers, ...words, passes: exitsWell });
  expect(finding).toMatchObject({ verdict: "found", minimal: true });
  // What is remembered would fail as well, but is not what is printed.
  expect(variablesIn(finding).join(" ")).toContain("value digit kept[1]");
});

describe("a program that hangs", () => {
  const hanging = { program: largest, pass: ["3", "-5"], fail: ["-3", "-5"] };

  test("that it does not end is the failure", async () => {
    const finding = await findInToy({ ...hanging, at: ["largest"] });
    expect(finding).toMatchObject({ verdict: "found", cause: [{ variable: "numbers[0]", old: "3", new: "-3" }] });
    expect(finding.failure).toMatch(/hang|time/);
  });

  test("a search without budget says so, and claims nothing about what it has not seen", async () => {
    const finding = await findInToy({ ...hanging, maxTests: 1 });
    expect(finding).toMatchObject({ verdict: "exhausted", minimal: false });
    // Where the cause moves was not searched: it may be anywhere up to the end.
    expect(finding.transitions!.map(({ until }) => until)).toEqual(["the end"]);
  });
});

describe("a test that looks at all of the output", () => {
  const priced = { program: prices, pass: ["40", "50"], fail: ["40", "70"], at: ["discount"] };
  const good = "prices 40,50\ntotal 90\noff 0\npay 90\n";
  const bad = "prices 40,70\ntotal 110\noff 11\npay 99\n";

  test("gets what the failing run had printed at the place, and then what the changed run prints", async () => {
    const passes = (output: string) => (output === good ? true : output === bad ? false : undefined);
    const { verdict, cause } = await findInToy({ ...priced, passes });
    expect(verdict).toBe("found");
    // `discount` has a copy of its own.
    expect(cause).toMatchObject(["discount", "main"].map((scope) => ({ variable: "total", new: "110", scope })));
  });

  test("does not blame the place for what was printed before it", async () => {
    const { verdict } = await findInToy({ ...priced, passes: (output) => !output.includes("70") });
    expect(verdict).not.toBe("found");
  });
});
