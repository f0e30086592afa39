import { expect, test } from "vitest";
import { runChanged, siteOf, traceScript } from "./changed-code.ts";

/** What a script comes to with a change of the site that has a text. */
function changed(source: string, text: string, change: string, instances = {}): unknown {
  return runChanged(source, siteOf(traceScript(source), text).id, change, instances).value;
}

const condition = `function f(a, b) { if (a < b) return "less"; return "more"; }\nf(1, 2) + f(2, 1)`;
test.each([
  ["true", "lessless"],
  ["false", "moremore"],
  ["not", "moreless"],
  ["operator:>", "moreless"],
  ["operator:<=", "lessmore"],
])("a condition can be switched or compared in another way: %s", (change, value) => {
  expect(changed(condition, "a < b", change)).toBe(value);
});

test("only some instances of a site are changed", () => {
  const source = `let s = ""; for (let i = 0; i < 5; i++) s += i % 2 ? "o" : "e"; s`;
  const site = siteOf(traceScript(source), "i % 2").id;
  expect(runChanged(source, site, "true", { first: 3, last: 3 })).toMatchObject({ value: "eoooe", hits: 5 });
  expect(runChanged(source, site, "not", { last: 2 })).toMatchObject({ value: "oeeoe", hits: 5 });
});

test("a condition that is forced still does what it does, but its exceptions do not count", () => {
  const source = `let n = 0; function next() { n++; if (n === 2) throw new Error("end"); return false; }
    let r = 0; while (next()) r++; r`;
  expect(changed(source, "next()", "true", { first: 1, last: 3 })).toBe(3);
});

test.each([
  ["7 - 2", "operator:+", 9],
  ["7 - 2", "left", 7],
  ["7 - 2", "right", 2],
  ["7 - 2", "swap", -5],
  ["2 ** 3", "swap", 9],
  ['"a" + "b"', "swap", "ba"],
  ["6 & 3", "operator:|", 7],
  ["5 % 3", "operator:/", 5 / 3],
])("an operator can be another one, or be left out: %s with %s", (text, change, value) => {
  expect(changed(`let r = ${text}; r`, text, change)).toBe(value);
});

test.each([
  ["x += 2", "operator:-=", 3],
  ["x += 2", "right", 2],
  ["x++", "operator:--", 4],
  ["--x", "operator:++", 6],
  ["x = -x", "skip", 5],
])("what is written can be another value: %s with %s", (text, change, value) => {
  const source = `let x = 5; ${text}; x`;
  const site = traceScript(source).sites.find(
    (each) => each.text === text && each.changes.some(({ id }) => id === change),
  );
  expect(runChanged(source, site!.id, change).value).toBe(value);
});

test("numbers can be one more or less, and other values stay as they are", () => {
  const passed = `const g = (v) => v; const h = (v) => g(v); [h(1), h(2n), h("a")].map(String).join()`;
  const site = traceScript(passed).sites.find(({ text, function: name }) => text === "v" && name === "h")!;
  expect(runChanged(passed, site.id, "+1").value).toBe("2,3,a");
  expect(runChanged(passed, site.id, "-1").value).toBe("0,1,a");
});

test("another variable of the function can be read, the nearest one first", () => {
  const source = `const far = 0;
function f(a, b) { const c = 3; const g = () => c; let d = 4; return a + g(); }
f(1, 2)`;
  const site = traceScript(source).sites.find(({ text, line }) => text === "a" && line === 2)!;
  expect(site.changes.filter(({ kind }) => kind === "variable").map(({ text }) => text)).toEqual(["d", "c", "b"]);
  expect(runChanged(source, site.id, "variable:d").value).toBe(7);
  expect(changed(`const x = 1, y = 2; const o = { x }; o.x`, "x", "variable:y")).toBe(2);
});

test("arguments can be exchanged, or be the result", () => {
  const source = `function sub(a, b) { return a - b; }\nlet r = sub(5, 3); r`;
  expect(changed(source, "sub(5, 3)", "exchange:0")).toBe(-2);
  expect(changed(source, "sub(5, 3)", "argument:0")).toBe(5);
  const chain = `const o = { sub(a, b) { return a - b; } };\nlet r = o?.sub(5, 3); r`;
  expect(changed(chain, "o?.sub(5, 3)", "exchange:0")).toBe(-2);
});

test("the first or the last round of a loop can be left out", () => {
  const source = `let s = ""; for (const c of "abc") s += c; s`;
  expect(changed(source, '"abc"', "without-first")).toBe("bc");
  expect(changed(source, '"abc"', "without-last")).toBe("ab");
});

test("jumps can be skipped", () => {
  const source = `let s = ""; for (const c of "abc") { if (c === "b") continue; else s += c; if (c === "c") break }; s`;
  expect(changed(source, "continue", "skip")).toBe("ac");
  const fall = `let s = ""; switch (1) { case 1: s += 1; break\n case 2: s += 2 } s`;
  expect(changed(fall, "break", "skip")).toBe("12");
});

test("a value can be one that another run had", () => {
  const source = `function f(x) { return x + 1; }\nf(2)`;
  const run = traceScript(source);
  expect(siteOf(run, "x + 1").seen).toEqual(["3"]);
  expect(runChanged(source, siteOf(run, "x + 1").id, 'value:"other"').value).toBe("other");
});

test("code that is no longer the same is not changed", () => {
  const { id } = siteOf(traceScript("let a = 1 + 2; a"), "1 + 2");
  expect(() => runChanged("let a = 1 + 3; a", id, "left")).toThrow("not possible");
});
