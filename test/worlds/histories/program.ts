import { type Block, blockLines } from "./blocks.ts";
import { type Flaw, flawed } from "./flaws.ts";
import { buildFiles, type Setting } from "./settings.ts";

/** Takes a number and another one, and gives a number. */
export interface Fn {
  readonly name: string;
  readonly comment: string;
  /** The name of its variable. */
  readonly local: string;
  readonly blocks: readonly Block[];
  /** It only gives this number. */
  readonly gives?: number;
  /** It is the cure of something, and stays as short as it is. */
  readonly short?: true;
}

export interface Module {
  readonly name: string;
  readonly path: string;
  readonly comment: string;
  readonly functions: readonly Fn[];
  /** How it exports: below each function, or all together at the end. */
  readonly exports: "below" | "end";
  /** It is the cure of something: nothing moves into it. */
  readonly closed?: true;
}

/** A function of app.js, which the check calls. */
export interface Stage {
  readonly name: string;
  readonly comment: string;
  /** The first functions of modules, called one after the other. */
  readonly steps: readonly string[];
}

/**
 * A version of the program, never changed but copied. A module is drawn anew only if it is another object: whoever changes
 * what is drawn into it (flaws, the places of others) must copy it too.
 */
export interface Program {
  readonly modules: readonly Module[];
  readonly stages: readonly Stage[];
  readonly flaws: readonly Flaw[];
  readonly settings: readonly Setting[];
  /** Whether app.js needs what build.sh makes. */
  readonly built: boolean;
  /** Files that nothing depends on, and the check. */
  readonly files: Readonly<Record<string, string>>;
}

/** The files of a version, by their paths. */
export type Tree = ReadonlyMap<string, string>;

export function treeOf(program: Program): Tree {
  const known = trees.get(program) ?? newTree(program);
  trees.set(program, known);
  return known;
}

const trees = new WeakMap<Program, Tree>();

function newTree(program: Program): Tree {
  const tree = new Map(Object.entries(program.files));
  for (const module of program.modules) {
    const text = moduleText(module, program);
    if (text !== undefined) tree.set(module.path, text);
  }
  tree.set("app.js", appText(program));
  for (const [path, text] of buildFiles(program)) tree.set(path, text);
  return tree;
}

export function moduleOf(program: Program, fn: string): Module | undefined {
  return program.modules.find(({ functions }) => functions.some(({ name }) => name === fn));
}

/** The program with another function in the place of one, if it has it. */
export function withFn(program: Program, name: string, change: (fn: Fn) => Fn): Program {
  return withModule(program, moduleOf(program, name)?.name, (module) => ({
    ...module,
    functions: module.functions.map((fn) => (fn.name === name ? change(fn) : fn)),
  }));
}

export function withBlock(program: Program, id: number, change: (block: Block) => Block): Program {
  const has = ({ blocks }: Fn) => blocks.some((block) => block.id === id);
  const fn = program.modules.flatMap(({ functions }) => functions).find(has);
  if (!fn) return program;
  const blocks = fn.blocks.map((block) => (block.id === id ? change(block) : block));
  return withFn(program, fn.name, (each) => ({ ...each, blocks }));
}

export function withModule(
  program: Program,
  name: string | undefined,
  change: (module: Module) => Module = (module) => ({ ...module }),
): Program {
  return { ...program, modules: program.modules.map((module) => (module.name === name ? change(module) : module)) };
}

/** The program with every module drawn anew: something has another place. */
export function redrawn(program: Program): Program {
  return { ...program, modules: program.modules.map((module) => ({ ...module })) };
}

const drawn = new WeakMap<Module, { readonly text: string | undefined }>();

function moduleText(module: Module, program: Program): string | undefined {
  const known = drawn.get(module) ?? { text: newModuleText(module, program) };
  drawn.set(module, known);
  return known.text;
}

/** Nothing if it is missing. */
function newModuleText(module: Module, program: Program): string | undefined {
  if (program.flaws.some((flaw) => flaw.missing === "module" && flaw.place === module.name)) return undefined;
  const there = module.functions.filter(({ name }) => !isMissing(program, name));
  const lines = [`// ${module.comment}`, '"use strict";', "", ...importLines(module, program)];
  for (const fn of there) {
    lines.push(...flawed(program.flaws, fn.name, fnLines(fn)));
    if (module.exports === "below") lines.push(`exports.${fn.name} = ${fn.name};`);
    lines.push("");
  }
  if (module.exports === "end") lines.push("module.exports = {", ...there.map(({ name }) => `  ${name},`), "};", "");
  return lines.join("\n");
}

function isMissing({ flaws }: Program, name: string): boolean {
  return flaws.some(({ missing, place }) => missing !== undefined && missing !== "module" && place === name);
}

function importLines(module: Module, program: Program): string[] {
  const called = module.functions.flatMap(({ blocks }) => blocks.flatMap(({ calls }) => calls ?? []));
  const elsewhere = [...new Set(called)].filter((name) => moduleOf(program, name)?.name !== module.name).sort();
  const lines = elsewhere.map((name) => {
    const path = moduleOf(program, name)!.path.replace("lib/", "./");
    return `const { ${name} } = require("${path}");`;
  });
  return lines.length === 0 ? [] : [...lines, ""];
}

const drawnFns = new WeakMap<Fn, readonly string[]>();

function fnLines(fn: Fn): readonly string[] {
  const known = drawnFns.get(fn) ?? newFnLines(fn);
  drawnFns.set(fn, known);
  return known;
}

function newFnLines({ name, comment, local, blocks, gives }: Fn): string[] {
  if (gives !== undefined) return [`// ${comment}`, `function ${name}() {`, `  return ${gives};`, "}"];
  return [
    `// ${comment}`,
    `function ${name}(value, step) {`,
    `  let ${local} = value % 9973;`,
    ...blocks.flatMap((block) => blockLines(local, block)).map((line) => `  ${line}`),
    `  return ${local} % 9973;`,
    "}",
  ];
}

function appText(program: Program): string {
  const { modules, stages, built } = program;
  const there = stages.filter(({ name }) => !isMissing(program, name));
  const homes = new Map(modules.map(({ name, functions }) => [functions[0]!.name, name]));
  return [
    '"use strict";',
    "",
    ...(built ? ['const settings = require("./build/settings.js");'] : []),
    ...modules.map(({ name, path }) => `const ${name} = require("./${path}");`),
    "",
    ...there.flatMap(({ name, comment, steps }) => [
      `// ${comment}`,
      `function ${name}(orders) {`,
      `  let result = orders.length${built ? " + settings.scale" : ""};`,
      "  for (const { amount, price } of orders) {",
      "    result = (result * 7 + amount * price) % 9973;",
      "  }",
      ...steps.map((fn, i) => `  result = ${homes.get(fn)}.${fn}(result, ${2 + (i % 5)});`),
      "  return result;",
      "}",
      `exports.${name} = ${name};`,
      "",
    ]),
  ].join("\n");
}
