import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { originalPosition } from "../../../runtimes/shared/source-maps.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { controlled } from "./event-programs.ts";

const modules = join(import.meta.dirname, "../../../node_modules");

const program = `interface User {
  readonly name: string;
}

enum Level {
  Low,
  High,
}

const later = (user: User, level: Level): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(user.name + level), 5);
  });
`;
const place = "app.ts:12:5";

/** A project of one file, in which the compiler moves every line. */
function project(): string {
  const folder = temporaryFolder("maps");
  symlinkSync(modules, join(folder, "node_modules"));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "src/app.ts"), `${program}later({ name: "alice" }, Level.High).then(console.log);\n`);
  return folder;
}

function compile(folder: string, ...options: string[]): void {
  const words = ["--outDir", "dist", "--types", "node", "--module", "nodenext", "--target", "es2022", "--ignoreConfig"];
  const compiler = join(modules, "typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, ...words, ...options, "src/app.ts"], { cwd: folder });
}

const timeouts = (log: string) => log.match(/^run .* timeout .*/gm)?.map((line) => line.split(" ").at(-1));

test.each([
  ["in a file of its own", ["--sourceMap"]],
  ["in the code", ["--inlineSourceMap"]],
  ["with a root for its sources", ["--sourceMap", "--sourceRoot", "../src"]],
])("events of compiled programs are where they were written: the map is %s", async (_, options) => {
  const folder = project();
  compile(folder, ...options);
  for (const words of [["node"], ["node", "--enable-source-maps"]]) {
    const { code, output, log } = await controlled([...words, "dist/app.js"], "", folder);
    expect({ code, output, timeouts: timeouts(log) }).toEqual({
      code: 0,
      output: "alice1\n",
      timeouts: [`src/${place}`],
    });
  }
});

test("code whose source is gone, or whose map is broken, is where it is", async () => {
  const folder = project();
  compile(folder, "--sourceMap");
  rmSync(join(folder, "src"), { recursive: true });
  const own = ["dist/app.js:7:5"];
  expect(timeouts((await controlled(["node", "dist/app.js"], "", folder)).log)).toEqual(own);
  writeFileSync(join(folder, "dist/app.js.map"), "{");
  expect(timeouts((await controlled(["node", "dist/app.js"], "", folder)).log)).toEqual(own);
});

test("events in TypeScript that a test runner compiles are where they were written", async () => {
  const folder = project();
  const runner = `import { expect, test } from "vitest";\n${program}`;
  const name = join(folder, "late.test.ts");
  writeFileSync(
    name,
    `${runner}test("later", async () => expect(await later({ name: "a" }, Level.Low)).toBe("a0"));\n`,
  );
  writeFileSync(join(folder, "vitest.config.mjs"), 'export default { test: { include: ["*.test.ts"] } };');
  const { output, log } = await controlled(["node", join(modules, "vitest/vitest.mjs"), "run"], "", folder);
  expect(output).toMatch(/1 passed/);
  expect(timeouts(log)).toContain("late.test.ts:13:5");
});

test("a position is asked of the map that the file names last", () => {
  const folder = project();
  compile(folder, "--inlineSourceMap");
  const file = join(folder, "dist/app.js");
  const comment = readFileSync(file, "utf8").lastIndexOf("//# sourceMappingURL");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, `${text.slice(0, comment)}\n//# sourceMappingURL=other.map\n${text.slice(comment)}`);
  expect(originalPosition({ file, line: 7, column: 5 })).toEqual({
    file: join(folder, "src/app.ts"),
    line: 12,
    column: 5,
  });
  expect(originalPosition({ file: join(folder, "package.json"), line: 1, column: 1 })).toBeUndefined();
});

test("a stream opens its file, reads and closes it where it was made", async () => {
  const { log } = await controlled(["node", "stream-place.cjs"]);
  const places = [...log.matchAll(/^run \S+ 1 (fs\.\S+ .*)$/gm)].map(([, where]) => where);
  expect(new Set(places.map((where) => where!.replace(/:\d+$/, "")))).toEqual(
    new Set(["fs.open stream-place.cjs:4", "fs.read stream-place.cjs:4", "fs.close stream-place.cjs:4"]),
  );
});

/** Wraps Node's functions for its users: it calls Node at once, after a promise, in a stream, after another call, or from a queue. */
const wrapper = `const fs = require("node:fs");
const queue = [];
exports.stat = (path, done) => exports.twice(path, done);
exports.twice = (path, done) => fs.stat(path, done);
exports.access = async (path) => {
  await null;
  await fs.promises.access(path);
};
exports.lstat = (path, done) => fs.stat(path, () => fs.lstat(path, done));
exports.Stream = class extends fs.ReadStream {};
exports.enqueue = (work) => queue.push(work);
exports.drain = () => setImmediate(() => queue.shift()());
setTimeout(() => {}, 1);
exports.later = (path) => process.nextTick(() => fs.stat(path, () => {}));
`;

/** Runs a program that uses the wrapper, and returns its events. */
async function eventsWithWrapper(lines: readonly string[]): Promise<string[]> {
  const folder = temporaryFolder("wrapper");
  mkdirSync(join(folder, "node_modules/@scope/wrapper"), { recursive: true });
  writeFileSync(join(folder, "node_modules/@scope/wrapper/index.js"), wrapper);
  writeFileSync(join(folder, "app.mjs"), lines.join("\n"));
  const { code, log } = await controlled(["node", "app.mjs"], "", folder);
  expect(code).toBe(0);
  return [...log.matchAll(/^run \S+ 1 (.*)$/gm)].map(([, where]) => where!);
}

test("events that a package creates are at the user's line that called the package", async () => {
  const events = await eventsWithWrapper([
    'import wrapper from "@scope/wrapper";',
    'wrapper.stat("app.mjs", () => {',
    '  wrapper.lstat("app.mjs", () => new wrapper.Stream("app.mjs").destroy());',
    "});",
    'await wrapper.access("app.mjs");',
    "wrapper.enqueue(() => setImmediate(() => {}));",
    "wrapper.drain();",
  ]);
  expect(events).toEqual([
    "fs.stat app.mjs:2:9",
    "fs.access app.mjs:5:1",
    "fs.stat app.mjs:3:11",
    "immediate app.mjs:7:9",
    // The call that caused this one has returned.
    "fs.lstat (@scope/wrapper) app.mjs:3:11",
    "immediate app.mjs:6:23",
    "fs.open app.mjs:3:34",
    "fs.close app.mjs:3:34",
    // No line of the user caused it: the module did, when it was loaded.
    "timeout node_modules/@scope/wrapper/index.js:13:1",
  ]);
});

test("what a call begins in a later tick is where the call is, not where the current event is", async () => {
  const events = await eventsWithWrapper([
    'import fs from "node:fs";',
    'import wrapper from "@scope/wrapper";',
    "setImmediate(() => {",
    '  fs.realpath("app.mjs", () => {});',
    '  wrapper.later("app.mjs");',
    "});",
  ]);
  const files = events.filter((each) => each.startsWith("fs."));
  expect(new Set(files)).toEqual(new Set(["fs.lstat app.mjs:4:6", "fs.stat (@scope/wrapper) app.mjs:5:11"]));
});
