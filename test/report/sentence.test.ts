import { describe, expect, test } from "vitest";
import type { CauseEntry, Finding } from "../../src/core/finding.ts";
import { differenceSentence, joinCodes, remainsSentence, type Sentence, shareOf } from "../../src/report/sentence.ts";

const plain = (sentence: Sentence | undefined) =>
  sentence?.map((part) => (typeof part === "string" ? part : `‹${part.code}›`)).join("");
const remains = (...cause: CauseEntry[]) =>
  plain(remainsSentence({ cause } as Partial<Finding> as Finding, (texts) => texts));
const difference = (...cause: CauseEntry[]) => plain(differenceSentence(cause));

test("shares have their numbers grouped", () => {
  expect(shareOf({ deltas: { cause: 1, total: 3_842_577_240 }, by: "moves" })).toBe("1 of 3,842,577,240 moves");
});

test("several codes are joined by commas and and", () => {
  expect(plain(joinCodes(["a", "b"]))).toBe("‹a› and ‹b›");
  expect(plain(joinCodes(["a", "b", "c"]))).toBe("‹a›, ‹b› and ‹c›");
  expect(plain(joinCodes(["a", "b"], ["4 more places"]))).toBe("‹a›, ‹b› and 4 more places");
  expect(plain(joinCodes([]))).toBe("");
});

describe("what remains", () => {
  test("is named where it is short", () => {
    expect(remains({ text: "<SELECT>" })).toBe("Fails because of ‹<SELECT>›");
    expect(remains({ text: "--a" }, { text: "--b" })).toBe("Fails because of ‹--a› and ‹--b›");
    expect(remains({ base64: "/0E=" })).toBe("Fails because of ‹\\xffA›");
  });

  test.each([
    ["empty", [{ text: "" }]],
    ["nothing", []],
    ["partly empty", [{ text: "a" }, { text: "" }]],
    ["long", [{ text: "x".repeat(61) }]],
    ["several lines", [{ text: "a\nb" }]],
    [
      "in several files",
      [
        { text: "a", file: "x" },
        { text: "b", file: "y" },
      ],
    ],
  ])("is not named where it is %s", (_, cause) => {
    expect(remains(...cause)).toBeUndefined();
  });
});

describe("a difference", () => {
  test.each([
    ["only in the failing world", { text: "X\n" }, "Fails with ‹X›, passes without it"],
    ["only in the passing world", { text: "", old: "X" }, "Fails without ‹X›, passes with it"],
    ["in both", { text: "2", old: "1" }, "Fails with ‹2›, passes with ‹1›"],
    ["a line end alone", { text: "\n" }, "Fails with ‹\n›, passes without it"],
    ["a variable that is set", { variable: "A", new: "2", old: "1" }, "Fails with ‹A=2›, passes with ‹A=1›"],
    ["a variable that is unset", { variable: "A", old: "1" }, "Fails without ‹A=1›, passes with it"],
    ["a package", { package: "p", old: "1.0.0", new: "2.0.0" }, "Fails with ‹p 2.0.0›, passes with ‹p 1.0.0›"],
    ["a package that is gone", { package: "p", old: "1.0.0" }, "Fails without ‹p 1.0.0›, passes with it"],
  ])("%s is named", (_, entry, sentence) => {
    expect(difference(entry)).toBe(sentence);
  });

  test("of several items names them all, up to four", () => {
    const items = ["a", "b", "c", "d", "e"].map((text) => ({ text }));
    expect(difference(...items.slice(0, 3))).toBe("Fails with ‹a›, ‹b› and ‹c›, passes without");
    expect(difference(...items)).toBeUndefined();
  });

  test("of several edits is not named, nor what is long", () => {
    expect(difference({ text: "a", old: "b" }, { text: "c" })).toBeUndefined();
    expect(difference({ text: "x".repeat(61) })).toBeUndefined();
    expect(difference()).toBeUndefined();
  });

  const upgrade = (name: string, context?: true) => ({
    package: name,
    new: "2.0.0",
    ...(context ? { context } : {}),
  });

  test("of packages names up to three, and how many others; those that they need do not count", () => {
    const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((name) => upgrade(name));
    expect(difference(a!, b!)).toBe("Fails with ‹a 2.0.0› and ‹b 2.0.0›");
    expect(difference(a!, b!, { package: "c", old: "1.0.0" })).toBe(
      "Fails with ‹a 2.0.0› and ‹b 2.0.0›, without ‹c 1.0.0›",
    );
    expect(difference({ package: "b", old: "1.0.0" }, { package: "c", old: "1.0.0" })).toBe(
      "Fails without ‹b 1.0.0› and ‹c 1.0.0›",
    );
    expect(difference(a!, b!, c!, d!, e!)).toBe(
      "Fails with ‹a 2.0.0›, ‹b 2.0.0› and ‹c 2.0.0›, together with 2 other packages",
    );
    expect(difference(a!, upgrade("b", true), upgrade("c", true))).toBe("Fails with ‹a 2.0.0›, passes without it");
  });

  test("of copies of a package names the package once, with all versions", () => {
    const copy = (old: string) => ({ package: "qs", old, new: "6.16.2" });
    expect(difference(copy("6.5.2"), copy("6.7.0"))).toBe("Fails with ‹qs 6.16.2›, passes with ‹qs 6.5.2› and ‹6.7.0›");
    expect(difference(copy("6.5.2"), upgrade("b"), copy("6.7.0"))).toBe("Fails with ‹qs 6.16.2› and ‹b 2.0.0›");
  });
});
