import { posix } from "node:path";
import { compileFunction } from "node:vm";
import { type Program, treeOf } from "./program.ts";
import { buildResult } from "./settings.ts";

/** What the check hands to the program. */
export const orders = [
  { amount: 3, price: 250 },
  { amount: 1, price: 1999 },
  { amount: 12, price: 35 },
  { amount: 7, price: 410 },
];

/** What the functions of app.js give, or the error with which the program ends, without a process. */
export function evaluate(program: Program): number[] | Error {
  const tree = new Map(treeOf(program));
  tree.set("build/settings.js", buildResult(program) ?? 'throw new Error("not built");');
  const loaded = new Map<string, { exports: Record<string, (input: typeof orders) => number> }>();
  const load = (path: string) => {
    const known = loaded.get(path);
    if (known) return known.exports;
    const text = tree.get(path);
    if (text === undefined) throw new Error(`Cannot find module ${path}`);
    const module = { exports: {} };
    loaded.set(path, module);
    const from = (name: string) => load(posix.join(posix.dirname(path), name));
    compileFunction(text, ["require", "module", "exports"])(from, module, module.exports);
    return loaded.get(path)!.exports;
  };
  try {
    const app = load("app.js");
    return program.stages.map(({ name }) => app[name]!(orders));
  } catch (error) {
    return error as Error;
  }
}

/** check.js: it compares what each function gives with what it should, the last one last. */
export function checkText({ stages }: Program, expected: readonly number[]): string {
  const results = ["the preparation", "the collection", "the assessment", "the feature"];
  const what = (i: number) => (i === stages.length - 1 ? "the total" : (results[i] ?? "a result"));
  const list = orders.map(({ amount, price }) => `  { amount: ${amount}, price: ${price} },`);
  return [
    "// Checks what app.js gives.",
    'const app = require("./app.js");',
    "",
    "const orders = [",
    ...list,
    "];",
    "",
    "function expectSame(what, actual, expected) {",
    "  if (actual !== expected) throw new Error(`$" + "{what} is wrong`);",
    "}",
    "",
    ...stages.map(({ name }, i) => `expectSame("${what(i)}", app.${name}(orders), ${expected[i]});`),
    'console.log("all is well");',
    "",
  ].join("\n");
}
