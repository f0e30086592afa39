import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Moment } from "../../../runtimes/protocol/state.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { drive, driveCommand, programs } from "./node-program.ts";

// Vitest keeps a cache in `node_modules`.
const root = realpathSync(temporaryFolder("runners"));
cpSync(join(programs, "runners"), root, { recursive: true });
symlinkSync(join(import.meta.dirname, "../../../node_modules"), join(root, "node_modules"));
const vitest = join(root, "node_modules/.bin/vitest");
const place = { function: "firstBook", hit: 1 };
const textOf = (moment: Moment) =>
  "line" in moment ? `${moment.file.split("/").at(-1)}:${moment.line}` : moment.function;

const nodeTest = (name: string) => [process.execPath, "--test", `--test-name-pattern=${name}`, "books.node.mjs"];
const vitestRun = (name: string, ...words: string[]) => [vitest, "run", "-t", name, ...words];

describe("with node:test as the program", () => {
  test("the moments are the lines of the tests that run, and what these call", async () => {
    const { moments } = await driveCommand(nodeTest("no book"), { root, moments: { hit: 1 } });
    expect(moments.map(textOf)).toEqual([
      "books.node.mjs:5",
      "books.node.mjs:10",
      "<anonymous:10:17>",
      "books.node.mjs:11",
      "books.node.mjs:12",
      "firstBook",
    ]);
  });

  test("a test is stopped at a place in the process that runs it, and fails or passes by what is changed there", async () => {
    const at = { root: { frame: 0, name: "items" }, steps: ["0", "kind"] };
    const changes = [{ at, to: { scalar: '"toy"', type: "string" } }];
    const run = await driveCommand(nodeTest("one book"), { root, place, changes, capture: true });
    expect(run).toMatchObject({ exit: 1, answer: { reached: true } });
    expect(run.output).toContain("TypeError");
    expect(run.graph.stack.map((frame) => frame.function)).toEqual(["firstBook", "<anonymous:5:18>"]);
    const same = await driveCommand(nodeTest("one book"), { root, place });
    expect(same).toMatchObject({ exit: 0, answer: { reached: true } });
  });
});

describe("with vitest as the program", () => {
  test("the moments are those of the file whose test runs, as they were written", async () => {
    const { moments } = await driveCommand(vitestRun("no book", "--pool=forks"), { root, moments: { hit: 1 } });
    const testLines = ["<anonymous:15:23>", "cart.spec.ts:16", "cart.spec.ts:17", "Cart.add", "cart.spec.ts:18"];
    const hookLines = ["<anonymous:6:3>", "cart.spec.ts:7", "cart.spec.ts:8"];
    expect(moments.map(textOf).slice(-9)).toEqual([...hookLines, ...testLines, "firstBook"]);
  });

  test("a place is found in the process of its file, and not in the one that reads the configuration", async () => {
    const run = await driveCommand(vitestRun("first book", "--pool=forks"), { root, place, capture: true, stop: true });
    expect(run).toMatchObject({ exit: 0, answer: { reached: true } });
    expect(run.graph.stack).toMatchObject([
      { function: "firstBook", file: join(root, "cart.ts"), line: 16 },
      { file: join(root, "cart.spec.ts"), line: 12 },
    ]);
  });

  test("tests in worker threads are not watched, and the answer says so", async () => {
    const { answer } = await driveCommand(vitestRun("first book", "--pool=threads"), { root, place, capture: true });
    const reason = "firstBook is not in the program; what the program does in worker threads is not watched";
    expect(answer).toEqual({ failed: true, why: "other", reason });
  });
});

test("what an installed program does in threads is not said to be nothing", async () => {
  const root = temporaryFolder("threads");
  const main = join(root, "node_modules/tool.mjs");
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "own.mjs"), "console.log(1);");
  writeFileSync(main, 'new (await import("node:worker_threads")).Worker("./own.mjs");');
  const { answer } = await drive([main], { root, moments: { hit: 1 } });
  const reason = "none of the program's own code was run; what the program does in worker threads is not watched";
  expect(answer).toEqual({ failed: true, why: "other", reason });
});
