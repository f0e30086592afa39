import vm from "node:vm";
import { expect, test } from "vitest";
import { changeSource } from "../../../runtimes/lines-node/rewriting/change-source.ts";
import { traceCode } from "../../../runtimes/lines-node/rewriting/trace-code.ts";
import { parseSiteId } from "../../../runtimes/lines-node/sites/site-id.ts";
import { siteOf, traceScript } from "./changed-code.ts";

/** Much of the language, with as few semicolons as possible. */
const program = `"use strict"
const list = [3, 1, 2]
let n = 0
label: for (let i = 0, k = list.length; i < k; i++) {
  if (list[i] > 2) continue label
  else if (!list[i]) break; else n += list[i]
  do n++; while (n < 0)
}
class Point { #x = 1; static #count = 0
  constructor(x) { this.#x = x ?? 0; Point.#count++ }
  has(o) { return #x in o && typeof missing === "undefined" }
  get x() { return this.#x }
  static { Point.count = () => Point.#count }
}
let p = new Point(5), { x, y = x * 2, ...rest } = { x: p.x, z: -n }
const o = { x, y, [\`k\${n}\`]: n, f(a, b = a) { return a
  + b }, get g() { return x } }
function* gen(m) { const got = yield m; if (yield* [1]) return got; }
const later = async (v) => { for await (const e of [v]) await e; return (await v) && v }
var deep = o?.f?.(1, 2).toString()?.length, tag = ((s, ...v) => s.raw.length + v.length)\`a\${n}b\`
;[x, o.y] = [y, x]
n ||= 4; n **= 2; n >>>= 1
const sorted = [...list].sort((a, b) => a - b).map((each) => each > 1 ? each : -each)
switch (n) { case 1: case 2: n = 7; break
  default: n = (n, n + 1) }
try { null.x } catch ({ message }) { n += message.length } finally { n-- }
while (true) { if (n-- < 3 || void 0) break }
if (n) n = new Map([[1, 2]]).get(1); else { throw new Error("no") }
delete o.x, void gen(1).next()
const text = \`\${n}:\${x}\${y}\${sorted}\${deep}\${tag}\${rest.z}\${o.f(1)}\${p.has(p)}\${Point.count()}\`
text`;

test("a traced program does the same, on the same lines", () => {
  const plain = new Function(`${program.replace(/text$/, "return text")}`)();
  const traced = traceScript(program);
  expect(traced.value).toBe(plain);
  expect(traced.text.split("\n").length).toBe(program.split("\n").length);
});

test("every change gives a program on the same lines, and other sites have other ids", () => {
  const { traced } = traceCode(
    { source: program, path: "/p/a.js", name: "a.js", type: "script" },
    { marks: 0, probes: 0 },
  )!;
  expect(new Set(traced.sites.map(({ id }) => id)).size).toBe(traced.sites.length);
  expect(traced.sites.length).toBeGreaterThan(100);
  const broken: string[] = [];
  for (const site of traced.sites) {
    for (const { id } of [...site.changes, ...(site.probe === undefined ? [] : [{ id: "value:1" }])]) {
      const text = changeSource(program, parseSiteId(site.id)!, id);
      if (!isProgram(text) || text.split("\n").length !== program.split("\n").length)
        broken.push(`${site.text}: ${id}`);
    }
  }
  expect(broken).toEqual([]);
});

function isProgram(text: string | undefined): text is string {
  try {
    return text !== undefined && new vm.Script(text) !== undefined;
  } catch {
    return false;
  }
}

test("only executed lines and operands are reported", () => {
  const source = `function unused() {
  return 1;
}
const a = 2
const b = a > 3 &&
  a < 9
const c = a ? 1
  : 2
if (a) c
else a`;
  const { lines, sites } = traceScript(source);
  expect(lines).toEqual({ "/p/a.js": [4, 5, 7, 9] });
  expect(sites.map(({ text }) => text)).not.toContain("a < 9");
});

test("code that only reports a failure is told apart", () => {
  const source = `const assert = Object.assign(() => {}, { equal() {} })
function f(n) {
  if (n > 5) throw new Error("too large")
  if (n > 6) { console.log(n); process.exit(1) }
  if (n > 1) n--
  return n
}
assert.equal(f(2), 1)
assert(f(2) === 1)`;
  const run = traceScript(source);
  const reporting = run.sites.filter(({ reports }) => reports).map(({ text }) => text);
  expect(reporting).toEqual(expect.arrayContaining(["n > 5", "n > 6", "assert.equal(f(2), 1)", "f(2)", "f(2) === 1"]));
  expect(siteOf(run, "n > 1").reports).toBeUndefined();
  expect(siteOf(run, "n > 1")).toMatchObject({ function: "f", line: 5, file: "/p/a.js" });
});

test("values are noted, and numbers are only changed where there were some", () => {
  const source = `function f(s, n) { return s + n; }\nf("a", 1) + f("b", 2) + f("b", null)`;
  const run = traceScript(source);
  expect(siteOf(run, "s").changes.map(({ id }) => id)).toEqual(["variable:n"]);
  expect(siteOf(run, "n").changes.map(({ id }) => id)).toEqual(["+1", "-1", "variable:s"]);
  expect(siteOf(run, "s + n").seen).toEqual(['"a1"', '"b2"', '"bnull"']);
});
