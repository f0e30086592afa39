import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../temporary-folder.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { captureAt, drive, programs } from "./node-program.ts";

const modules = join(import.meta.dirname, "../../../node_modules");
const source = readFileSync(join(programs, "sample.ts"), "utf8");
const lineOf = (text: string) => source.split("\n").findIndex((line) => line.includes(text)) + 1;
const passing = ["7", "8", "9"];

const root = temporaryFolder("state");
const file = join(root, "src/sample.ts");

const star = `import * as path from "node:path";
function name(file: string) {
  return path.basename(file);
}
console.log(name(process.argv[2]!));
`;

/** Compiles src/sample.ts into folders under dist/, each with another kind of source map. */
beforeAll(() => {
  symlinkSync(modules, join(root, "node_modules"));
  mkdirSync(join(root, "src"));
  copyFileSync(join(programs, "sample.ts"), file);
  compile("dist/beside", "module", "--sourceMap");
  compile("dist/inline", "module", "--inlineSourceMap", "--inlineSources");
  writeFileSync(join(root, "src/star.ts"), star);
  compile("dist/commonjs", "commonjs", "--sourceMap", "--sourceRoot", join(root, "src"), "src/star.ts");
});

function compile(folder: string, type: "module" | "commonjs", ...options: string[]): void {
  mkdirSync(join(root, folder), { recursive: true });
  for (const each of [folder, "src"]) writeFileSync(join(root, each, "package.json"), JSON.stringify({ type }));
  const words = ["--outDir", folder, "--types", "node", "--module", "nodenext", "--target", "es2022", "--ignoreConfig"];
  const compiler = join(modules, "typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, ...words, ...options, "src/sample.ts"], { cwd: root });
}

test.each([["beside"], ["inline"], ["commonjs"]])("places and moments are those of the source: %s", async (map) => {
  const command = [`dist/${map}/sample.js`, ...passing];
  const sort = await captureAt(command, { root, place: { function: "shell_sort", hit: 1 } });
  expect(sort.stack).toEqual([
    { function: "shell_sort", file, line: lineOf("let h = 1") },
    { function: "main", file, line: lineOf("shell_sort(a, argc)") },
    { function: "<module>", file, line: lineOf("main([") },
  ]);
  expect(sort.roots).toContainEqual(expect.objectContaining({ global: file, name: "memory" }));
  const line = await captureAt(command, { root, place: { file: "src/sample.ts", line: lineOf("const v = "), hit: 2 } });
  expect(line.stack[0]).toEqual({ function: "shell_sort", file, line: lineOf("const v = ") });

  const { moments } = await drive(command, { root, moments: { function: "main", hit: 1 } });
  expect(moments.map((each) => ("line" in each ? each.line : each.function))).toEqual([
    lineOf("const argc"),
    lineOf("const a ="),
    lineOf("i < argc - 1"),
    ...passing.map(() => lineOf("a[i] = Number")),
    lineOf("shell_sort(a, argc)"),
    "shell_sort",
    lineOf("print({ numbers: a"),
    "print",
    lineOf("main([") - 2,
  ]);
});

// By Node itself, from version 22.18 on.
const { typescript } = process.features as { readonly typescript?: unknown };
const noStripping = typescript ? undefined : `Node ${process.version} does not strip types`;
test("places are those of the source if Node strips the types", skippedBecause(noStripping), async () => {
  const command = ["src/sample.ts", ...passing];
  const { stack } = await captureAt(command, { root, place: { function: "shell_sort", hit: 1 } });
  expect(stack).toEqual([
    { function: "shell_sort", file, line: lineOf("let h = 1") },
    { function: "main", file, line: lineOf("shell_sort(a, argc)") },
    { function: "<module>", file, line: lineOf("main([") },
  ]);
});

test("a script outside the project is its own if it was compiled from its sources", async () => {
  const command = [join(root, "dist/beside/sample.js"), ...passing];
  const project = join(root, "src");
  const { stack } = await captureAt(command, { root: project, place: { function: "print", hit: 1 } });
  expect(stack.map((frame) => [frame.function, frame.file])).toEqual([
    ["print", file],
    ["main", file],
    ["<module>", file],
  ]);
  const { moments } = await drive(command, { root: project, moments: { hit: 1 } });
  expect(moments).toEqual([
    { file, line: lineOf("const memory"), hit: 1 },
    { file, line: lineOf("main(["), hit: 1 },
    { function: "main", hit: 1 },
  ]);
});

test("what a bundler included from a package is not the program's own", async () => {
  const folder = temporaryFolder("state");
  const files: Record<string, readonly string[]> = {
    "node_modules/each.js": ["function each(list, call) {", "  for (const one of list) call(one);", "}"],
    "src/app.ts": ["function add(one) {", "  sum += one;", "}", "let sum = 0;", "each([1, 2], add);"],
  };
  for (const [name, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), lines.join("\n"));
  }
  const sources = Object.keys(files).map((name) => `../${name}`);
  // Each line begins where it began in its source: the next line, or the first of the next source.
  const mappings = "AAAA;AACA;AACA;ACFA;AACA;AACA;AACA;AACA";
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist/app.cjs.map"), JSON.stringify({ version: 3, sources, names: [], mappings }));
  const bundle = [...Object.values(files).flat(), "//# sourceMappingURL=app.cjs.map"];
  writeFileSync(join(folder, "dist/app.cjs"), bundle.join("\n"));

  const app = join(folder, "src/app.ts");
  const { stack } = await captureAt(["dist/app.cjs"], { root: folder, place: { function: "add", hit: 2 } });
  expect(stack).toEqual([
    { function: "add", file: app, line: 2 },
    { function: "<module>", file: app, line: 5 },
  ]);
  const { moments } = await drive(["dist/app.cjs"], { root: folder, moments: { hit: 1 } });
  expect(moments).toEqual([
    { file: app, line: 4, hit: 1 },
    { file: app, line: 5, hit: 1 },
    { function: "add", hit: 1 },
    { function: "add", hit: 2 },
  ]);
});

test("what a compiler added is not the program's own", async () => {
  const command = ["dist/commonjs/star.js", "a/b"];
  const { moments } = await drive(command, { root, moments: { function: "name", hit: 1 } });
  // The compiler reads `path` by a getter that it added.
  expect(moments.every((each) => "line" in each && each.file.endsWith("star.ts"))).toBe(true);
});
