import { expect, test } from "vitest";
import type { DriverPlan, ValueChange } from "../../../../runtimes/protocol/state.ts";
import { copyOf, find, gdbRunner, lineOf, local, path, scalar, value } from "../gdb-program.ts";

const gdb = gdbRunner();

/** What the program prints after the changes. */
function printed(plan: DriverPlan, changes: readonly ValueChange[]): string {
  const run = gdb.run({ ...plan, changes });
  expect(run).toMatchObject({ end: 0, stderr: "" });
  return run.stdout;
}

test("the lecture's cause: one number behind the others makes the passing run fail, and the failing one pass", () => {
  const program = gdb.build("sort.c");
  const place = { function: "shell_sort", hit: 1 };
  const at = (index: string) => local("a", ["*", index]);
  const passing = { command: [program, "9", "8", "7"], place };
  expect(printed(passing, [])).toBe("Output: 7 8 9\n");
  expect(printed(passing, [{ at: at("3"), to: scalar("0") }])).toBe("Output: 0 7 8\n");
  expect(printed(passing, [{ at: at("5"), to: scalar("0") }])).toBe("Output: 7 8 9\n");
  const failing = { command: [program, "11", "14"], place };
  expect(printed(failing, [])).toBe("Output: 0 11\n");
  expect(printed(failing, [{ at: at("2"), to: scalar("100") }])).toBe("Output: 11 14\n");
  expect(printed(failing, [{ at: local("size"), to: scalar("2") }])).toBe("Output: 11 14\n");
  const before = { command: [program, "11", "14"], place: { function: "main", hit: 1 } };
  expect(printed(before, [{ at: local("argv", ["*", "1"]), to: scalar('"123456789"') }])).toBe("Output: 0 14\n");
});

test("scalars of every kind can be set, also in callers and in globals", () => {
  const plan = { command: [gdb.build("shapes.c")], place: lineOf("shapes.c", "here") };
  const graph = gdb.capture(plan);
  const set = (text: string, name: string, ...steps: string[]) => ({
    at: path(graph, name, ...steps),
    to: scalar(text),
  });
  const changes = [
    set("31", "numbers", "2"),
    set("7", "flags", "low"),
    set("-16", "flags", "high"),
    set("false", "yes"),
    set("0.1", "third"),
    set("0x02000000", "either"),
    set('"other"', "letters"),
    set("0", "bytes", "2"),
    set("123456789012", "counter"),
    set('"a longer constant"', "constant"),
    set('"1st"', "points", "0", "label"),
    set("1e-300", "points", "0", "at", "1"),
    set("GREEN", "points", "0", "colour"),
    set("50", "show::calls"),
    set('"a name that does not fit"', "root", "*", "name"),
    set("0x0", "root", "*", "left"),
  ];
  const all =
    "ready\n0 1 2 (a name that does not fit(c)) 31 7 -16 0 0.100000001 2 other 0 123456789012 a longer constant " +
    "1st 1.5 1e-300 5 second -2 1e+300 6 100 1\n";
  expect(printed(plan, changes)).toBe(all);
  expect(printed(plan, changes.toReversed())).toBe(all);
});

test("pointers are set to existing and to new objects, also in cycles, and every path refers to the state before the changes", () => {
  const plan = { command: [gdb.build("shapes.c")], place: lineOf("shapes.c", "here") };
  const graph = gdb.capture(plan);
  const start = (changes: readonly ValueChange[]) => printed(plan, changes).split("\n")[1]!.split(" 30 ")[0];
  const at = (name: string, ...steps: string[]) => path(graph, name, ...steps);
  expect(start([])).toBe("0 1 2 ((a)b(c))");
  const left = at("root", "*", "left", "*");
  const right = at("root", "*", "right", "*");
  const swap = [
    { at: left, to: { path: right } },
    { at: right, to: { path: left } },
  ];
  expect(start(swap)).toBe("0 1 2 ((c)b(a))");
  expect(start(swap.toReversed())).toBe("0 1 2 ((c)b(a))");
  expect(start([{ at: at("root"), to: { path: left } }])).toBe("0 1 2 (a)");
  const leaf = at("root", "*", "left", "*", "left");
  expect(start([{ at: leaf, to: copyOf(graph, find(graph, "root", "*", "right")) }])).toBe("0 1 2 (((c)a)b(c))");
  expect(start([{ at: leaf, to: { path: right } }])).toBe("0 1 2 (((c)a)b(c))");
  // The second of a new ring is the one that is there: it leads back to the first one, where the walk began.
  const ring = find(graph, "list", "*");
  const values = graph.vertices.map((each) =>
    each.value === "0" && each.type === "int" ? { ...each, value: "9" } : each,
  );
  const fresh = { copy: ring, graph: values, known: {} };
  expect(start([{ at: at("each", "*"), to: fresh }])).toMatch(/^(9 1 2 ){6}9 1 \(/);
  const second = at("list", "*", "next", "*");
  const half = { ...fresh, known: { [find(graph, "list", "*", "next", "*")]: second } };
  expect(start([{ at: at("each", "*"), to: half }])).toBe("9 1 2 ((a)b(c))");
});

test("blocks and lists of arguments grow, and all pointers into them follow", () => {
  const program = gdb.build("sort.c");
  const plan = { command: [program, "11", "14"], place: { function: "shell_sort", hit: 1 } };
  const length = (name: string) => {
    const graph = gdb.capture(plan);
    return graph.vertices[find(graph, name, "*")]!.length!;
  };
  const end = length("a");
  const wide = [
    { at: local("a", ["*", String(end + 1)]), to: scalar("-5") },
    { at: local("a", ["*", String(end)]), to: scalar("-4") },
    { at: local("size"), to: scalar(String(end + 2)) },
  ];
  expect(printed(plan, wide)).toBe("Output: -5 -4\n");
  const before = { command: [program, "3", "2"], place: { function: "main", hit: 1 } };
  const more = [
    { at: local("argv", ["*", "3"]), to: scalar('"1"') },
    { at: local("argc"), to: scalar("4") },
  ];
  expect(printed(before, more)).toBe("Output: 1 2 3\n");
});

test("strings, vectors and values of maps of C++ can be set; impossible changes are refused", () => {
  const plan = { command: [gdb.build("containers.cpp")], place: lineOf("containers.cpp", "here") };
  const graph = gdb.capture(plan);
  const set = (text: string, name: string, ...steps: string[]) => ({
    at: path(graph, name, ...steps),
    to: scalar(text),
  });
  const changes = [
    set('"a name of more than fifteen letters"', "name"),
    set('"tiny"', "words", "1"),
    { at: path(graph, "words", "2"), to: scalar('"more"') },
    { at: path(graph, "spare", "1"), to: scalar('"two"') },
    set("-2", "numbers", "1"),
    { at: path(graph, "numbers", "3"), to: scalar("4") },
    { at: path(graph, "numbers", "4"), to: scalar("5") },
    set("41", "ages", '"bob"'),
    set("2", "bird", "Animal", "legs"),
    set("13", "zoo::visitors"),
  ];
  const all = "a name of more than fifteen letters 1 -2 3 4 5 ann=30 bob=41 short tiny more one two 1 7 2 tweet 13\n";
  expect(printed(plan, changes)).toBe(all);
  const shorter = ["1", "2"].map((index) => ({ at: path(graph, "numbers", index), to: { gone: true } as const }));
  expect(printed(plan, shorter)).toMatch(/^name 1 ann/);
  const refused = [
    set("5", "some", "1"),
    set("word", "numbers", "1"),
    { at: path(graph, "numbers", "1"), to: { undefined: true } as const },
  ];
  for (const change of refused) {
    const run = gdb.run({ ...plan, changes: [change] });
    expect(run).toMatchObject({ end: 125, stdout: "", stderr: expect.stringMatching(/^culprit: .*\n$/) });
  }
});

const hardCases = () => gdb.build("hard-cases.c", "-pthread", "-lm");
/** The program has an array of a million elements. */
const maxValues = 3_000;

test("odd values: unnamed enumerators, not-a-number, negative zero, functions, hinted bytes", () => {
  const hints = ["raw@4"];
  const plan = { command: [hardCases(), "kinds"], place: lineOf("hard-cases.c", "kinds"), hints, maxValues };
  const graph = gdb.capture(plan);
  const of = (name: string, ...steps: string[]) => value(graph, name, ...steps);
  expect([of("low"), of("none"), of("nothing"), of("much"), of("minus")]).toEqual(["LOW", "99", "nan", "inf", "-0.0"]);
  expect([of("grid", "1", "2"), of("raw", "2"), of("function"), of("table", "1")]).toEqual([
    "6",
    "-2",
    "twice",
    "thrice",
  ]);
  const second = find(graph, "twins", "*", "1");
  const aliases = ["self *", "data *", "after * before *"];
  for (const steps of aliases) expect(find(graph, "twins", "*", "1", ...steps.split(" "))).toBe(second);
  expect(find(graph, "unknown", "*")).toBe(find(graph, "twins", "*"));
  expect(graph.vertices[find(graph, "mixed")]).toMatchObject({ kind: "opaque" });
  expect(gdb.run(plan).stdout).toBe("3 1 6 -1 99 2 1 4 -1 6\n");
  const set = {
    "grid 1 2": "60",
    low: "HIGH",
    none: "LOW",
    nothing: "0.5",
    much: "nan",
    minus: "1.5",
    changing: "5",
    yes: "false",
    "raw 2": "7",
    function: "thrice",
    "table 1": "twice",
    "twins * 1 number": "11",
  };
  const changes = Object.entries(set).map(([steps, text]) => {
    const [name, ...labels] = steps.split(" ");
    return { at: path(graph, name!, ...labels), to: scalar(text) };
  });
  expect(gdb.run({ ...plan, changes }).stdout).toBe("3 11 60 7 -1 0 0 5 8 6\n");
  const pointer = [{ at: path(graph, "unknown"), to: scalar("0x0") }];
  expect(gdb.run({ ...plan, changes: pointer }).stdout).toBe("3 1 6 -1 99 2 1 4 -2 6\n");
});

test("constants in read-only memory cannot be changed", () => {
  const plan = { command: [hardCases()], place: { function: "stop_here", hit: 1 }, maxValues };
  const changes = [{ at: path(gdb.capture(plan), "constants", "1"), to: scalar("5") }];
  expect(gdb.run({ ...plan, changes })).toMatchObject({ end: 125, stderr: expect.stringContaining("constant") });
});

test("1,000 objects of another run are copied", () => {
  const place = { function: "sum", hit: 1 };
  const program = gdb.build("measures.c", "data.c", "-pthread");
  const graph = gdb.capture({ command: [program, "1000"], place });
  const change = { at: path(graph, "at"), to: copyOf(graph, find(graph, "at")) };
  const few = { command: [program, "0"], place };
  expect(gdb.run(few).stdout).toMatch(/^2 /);
  expect(gdb.run({ ...few, changes: [change] }).stdout).toBe(gdb.run({ command: [program, "1000"] }).stdout);
});

test("arrays that grow together do not get in each other's way, also within each other", () => {
  const plan = { command: [gdb.build("growing.cpp")], place: lineOf("growing.cpp", "here") };
  const graph = gdb.capture(plan);
  const set = (text: string, name: string, ...steps: string[]) => ({
    at: path(graph, name, ...steps),
    to: scalar(text),
  });
  const lengthOf = (name: string) => graph.vertices[find(graph, name, "*")]!.length!;
  const changes = [
    // So much that the old block and its new elements would reach into the second.
    set("7", "first", "*", String(lengthOf("first") + 20)),
    set("40", "second", "*", "0"),
    set("1", "one", "0"),
    set("2", "one", "1"),
    set("3", "other", "0"),
    { at: path(graph, "rows", "*", String(lengthOf("rows"))), to: copyOf(graph, find(graph, "rows", "*", "1")) },
    set("5", "rows", "*", "0", "2"),
    set("6", "rows", "*", "0", "1"),
    set("3", "count"),
  ];
  expect(printed(plan, [])).toBe("0 ; 1 ; 0 0 0; 0 0 \n");
  for (const order of [changes, changes.toReversed()])
    expect(printed(plan, order)).toBe("0 6 5 ; 1 ; 1 ; 40 2 1; 1 2 3 0 0 0 \n");
});
