import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { instrument } from "../../../runtimes/schedule-workers/instrumentation/instrument.ts";
import { makeStepFunctions } from "../../../runtimes/schedule-workers/instrumentation/step-functions.ts";

/** The places at which a source entered the scheduler, which it does at every third step. */
const places: string[] = [];
const functions = makeStepFunctions((place) => {
  places.push(place);
  functions.b = 3;
});
Object.defineProperty(globalThis, "$culprit", { value: functions });

function withSteps(source: string, type: "module" | "script" = "script"): string {
  const instrumented = instrument(source, { name: "app.js", type });
  if (!instrumented) throw new Error(`cannot be parsed: ${source}`);
  return instrumented.text;
}

/** What a function with this body notes, returns or throws. */
async function outcome(body: string): Promise<unknown> {
  const notes: unknown[] = [];
  const note = (value: unknown) => {
    notes.push(value);
    return value;
  };
  try {
    const made = new Function("note", body) as (note: unknown) => unknown;
    return { notes, value: await made(note) };
  } catch (error) {
    return { notes, error: String(error) };
  }
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are programs.
const snippets = [
  "const a = [1, 2, 3]; let i = 0; a[i++] += a[i]++; return a.concat(i, a[1]--, --a[0], a[2]++ + a[2])",
  "const a = [2], i = 0; for (; a[i]--; ) note(a[0]); return a",
  "const a = [2]; for (let i = 0; a[0]--; i++) note([i, a[0]]); for (let n = 0; n < 2; a[0]++) note(n++); return a",
  "'use strict'\nreturn this === undefined",
  "return (function () { 'use strict'; 'more'\n return this === undefined })()",
  "const a = Object.freeze([1]); a[0]++; ++a[0]; const b = a[0]++; a[0] = 5; return [a[0], b]",
  "'use strict'; const a = Object.freeze([1]); const b = a[0]++; return b",
  "'use strict'; const a = Object.freeze([1]); a[0]++",
  "const a = ['5', undefined, 2n, {}, null]; return [a[0]++, a[1]--, a[2]++, a[3]++, a[4]++, ...a].map(String)",
  "const o = { get x() { note('get'); return 1 }, set x(v) { note(['set', v]) } }; const k = 'x'; o[k]++; return [o[k]++, ++o[k], o[k] += 2]",
  "const key = { toString() { note('key'); return 'k' } }; const o = { k: 1 }; const f = () => o; return [f()[key]++, o.k]",
  "const f = (name, v) => (note(name), v); f('o', {})[f('k', 'x')] = f('v', 1); f('o', { x: 1 })[f('k', 'x')] += f('v', 1)",
  "let u; return u[note(0)]",
  "let u; u[note(0)] = note(1)",
  "let u; return [u?.[note(0)], u?.[0].x[1], ({ a: [1] }).a?.[0]]",
  "const o = { n: 3, f(x) { return this.n + x } }; const k = 'f'; return [o[k](1), o[k]?.(2), o[k]`x`, new { Map }['M' + 'ap']().size]",
  "const o = { a: 1, b: 2 }; const k = 'a'; return [delete o[k], k in o, typeof o[k], delete o?.['b'], JSON.stringify(o)]",
  "const a = [], b = {}; let i = 0; [a[i++], b['x' + i] = 7, ...a[i]] = [1, undefined, 3, 4]; ({ p: a[5], ...b[i] } = { p: 1, q: 2 }); return [a, b, i]",
  "const a = []; for (a[0] of [1, 2]) note(a[0]); for (a[1] in { x: 1 }) note(a[1]); return a",
  "let s = 0; for (let i = 0; i < 3; i++) s += i\nfor (const x of [1]) s += x\nwhile (s < 20) s++\ndo s++; while (s < 30)\nfor (;;) if (s++ > 40) break\nreturn s",
  "outer: for (const a of [[1, 2], [3, 4]]) for (const x of a) { if (x === 2) continue outer; if (x === 4) break outer; note(x) }",
  "if (true) for (const x of [1]) note(x); else note(2)\nlet i = 3; while (i--); note(i)",
  "const a = [0]; let n = 1\nn\n++a[0]\nif (n) a[0]++; else++a[0]\nreturn[a[0]++, typeof++a[0], void a[0]--, a[0]]",
  "const a = [[1]], i = 0; (a)[i][(i)]++; ((a[0]))[0 /* ] */]--; a /* [ */ [0] // [\n [0]++; (a[0][0])++; return a",
  "const a = [1]; a[0, 0] = (2, 3); a[(0, 0)]++; return a[(note(1), 0)]",
  "const a = [null, 0, 1]; a[0] ??= note('x'); a[1] ||= note('y'); a[2] &&= note('z'); a[2] ??= note('no'); a[2] **= 2; return a",
  "const f = x => x * 2, g = () => ({ a: 1 }), h = () => (1, 2), k = async x => await x, l = x => y => x[y]; return Promise.all([f(2), g(), h(), k(3), l([4])(0)])",
  "const f = () => function () {}, o = {}; o['x'] = () => {}; o[note('y')] = function () {}; return [f().name, o.x.name, o.y.name, f.name]",
  "function* g(a) { const x = yield a[0]; a[1] = yield x; a[1]++; yield* a } return [...(function* () { const i = g([1, 2]); yield i.next().value; yield i.next(5).value; yield i.next(6).value; yield* i })()]",
  "async function f(a) { a[0] = await a[1]; a[0] += await 1; for await (const x of a) note(x); return a } return f([1, Promise.resolve(2)])",
  "class A { #p = [1]; static s = [2][0]; ['m' + 1](x = this.#p[0]) { return x } get g() { return super['toString']().length } static { note(A.s) } constructor() { super['x']; } } return 0",
  "class A { v = [1][0]; m() { return [this.v] } } class B extends A { w = super['m'](); constructor() { const i = 0; super(); this.z = [i][i]++; } m() { return super['m']()[0]++ } } const b = new B(); return [b.w, b.z, b.m(), b.v]",
  "const a = [3, 1, 2]; return [a.map((x, i, all) => all[i] + x), [...a].sort((x, y) => x - y), a.at(-1)]",
  "const v = new DataView(new ArrayBuffer(8)); v.setInt32(note(0), note(7)); return [v.getInt32(0), v.getUint8(3), v.getInt32(...[0])]",
  "const a = new Int32Array(2); return [Atomics.add(a, 0, note(5)), Atomics.load(a, 0), Atomics.compareExchange(a, ...[0, 5, 6]), Atomics.isLockFree(4), a[0]]",
  "const t = (s, ...v) => s.raw.join('|') + v; const a = [1]; return t`x${a[0]}y${a[0]++}z${`${a[0]}`}`",
  "var arguments_ = [1]; function f() { arguments[0]++; return arguments[0] } return [f(1), arguments_[0]]",
  "try { [][0][1] } catch ({ message }) { note(message) } finally { note([1][0]) }\nswitch ([2][0]) { case [2][0]: return 'two' }",
  "label: { note(1); break label; }\nvar x = 1, y = /[a]/.exec('a')[0], z = '--' + x; return [x, y, z]",
  "const o = { a: [1], async *g() { yield this.a[0] }, get [`k${1}`]() { return 2 }, async: 1, 'quoted-name'() { return arguments.length } }; return [o.k1, o['quoted-name'](1), (await0 => await0)(1)]",
  "let i = 0; const a = [5]; a[i] = i = 7; a[i] = (i = 0, 3); return [a[0], a[7], i]",
  "const a = [1]; const i = 0; return `${a[i]++}${a[i]}` + [...[a[i]--]] + [a[i]] + (a[i]++, a[i])",
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are programs.

test.each(snippets)("with steps as without: %s", async (body) => {
  expect(
    await outcome(
      withSteps(`(function (note) {${body}\n})`)
        .replace(/^\(function \(note\) \{/, "")
        .replace(/\}\)$/, ""),
    ),
  ).toEqual(await outcome(body));
});

const expression = fc.letrec<{ e: string; key: string; target: string }>((tie) => ({
  key: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("0", "1", "i", "j", "i & 1") },
    tie("e").map((e) => `${e} & 1`),
  ),
  target: fc
    .tuple(fc.constantFrom("a", "b", "o.list", "(a)", "pick(b)"), tie("key"))
    .map(([base, key]) => `${base}[${key}]`),
  e: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("1", "i", "j", "-2", "a.length"),
    tie("target"),
    tie("target").chain((t) => fc.constantFrom(`${t}++`, `--${t}`, `delete ${t}`, `typeof ${t}`, `(${t})--`)),
    fc
      .tuple(tie("target"), fc.constantFrom("=", "+=", "-=", "??=", "||=", "&&="), tie("e"))
      .map(([t, operator, e]) => `(${t} ${operator} ${e})`),
    fc
      .tuple(tie("e"), fc.constantFrom("+", "*", ",", "??", "<"), tie("e"))
      .map(([l, operator, r]) => `((${l}) ${operator} (${r}))`),
    fc.tuple(tie("target"), tie("target"), tie("e")).map(([x, y, e]) => `([${x}, ${y} = ${e}] = [${e}])`),
    tie("e").map((e) => `note(${e})`),
    tie("e").map((e) => `(() => ${e.startsWith("{") ? `(${e})` : e})()`),
    fc.tuple(tie("target"), tie("key")).map(([t, key]) => `${t}?.[${key}]`),
  ),
}));

test("generated programs do the same with steps as without", async () => {
  const statement = fc.oneof(
    expression.e,
    expression.e.map((e) => `for (let i = 0; i < 2; i++) ${e}`),
    expression.target.map((t) => `for (${t} of [1, 2]) note(${t})`),
    expression.target.map((t) => `${t}++\nnote(i)`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { maxLength: 5 }), fc.boolean(), async (statements, strict) => {
      const start =
        "let i = 0, j = 1; const a = [1, 2], b = new Int32Array(2), o = { list: ['3', {}] }, pick = (x) => x;";
      const body = `${strict ? "'use strict';" : ""}${start}\n${statements.join(";\n")};\nreturn [a, [...b], o, i]`;
      const stepped = withSteps(`function f(note) {${body}\n}`)
        .replace(/^function f\(note\) \{/, "")
        .slice(0, -1);
      expect(await outcome(stepped)).toEqual(await outcome(body));
    }),
    { numRuns: 500 },
  );
});

test.each([
  [
    "acorn/dist/acorn.js",
    (acorn: { parse: (...args: unknown[]) => unknown }, text: string) => acorn.parse(text, { ecmaVersion: 2024 }),
  ],
  [
    "diff/dist/diff.js",
    (diff: { diffWords: (...args: unknown[]) => unknown }, text: string) =>
      diff.diffWords(text.slice(0, 3000), text.slice(1000, 4000)),
  ],
])("%s does the same with steps as without", (name, use) => {
  const file = join(import.meta.dirname, "../../../node_modules", name);
  const source = readFileSync(file, "utf8");
  const load = (text: string) => {
    const module = { exports: {} as never };
    new Function("module", "exports", "require", text)(module, module.exports, createRequire(file));
    return module.exports;
  };
  const text = readFileSync(join(import.meta.dirname, "../../../node_modules/acorn/dist/acorn.js"), "utf8");
  expect(JSON.stringify(use(load(withSteps(source)), text))).toBe(JSON.stringify(use(load(source), text)));
});

test("no line moves, and places are those in the source", () => {
  const source =
    "#!/usr/bin/env node\nconst a = [\n1]\nfor (const i of a)\n  a[\n i]++\n++\na[0]\n  [0]; export default a";
  const text = withSteps(source, "module");
  expect(text.split("\n")).toHaveLength(source.split("\n").length);
  expect(text).not.toContain("loop");
  expect(text).toContain('"reads a[ i] app.js:5:3"');
  expect(text).toContain('"writes a[ i] app.js:5:3"');
});

test("the place of a step names what the program does next", () => {
  places.length = 0;
  functions.b = 1;
  new Function(
    withSteps("const a = [1];\nfunction f() { return a[0] }\na[0] = f();\nAtomics.load(new Int32Array(1), 0)"),
  )();
  expect(places).toEqual(["calls f app.js:2:1", "Atomics.load app.js:4:1"]);
});

test("a source that cannot be parsed is not instrumented", () => {
  expect(instrument("let = =", { name: "app.js", type: "script" })).toBeUndefined();
});
