import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Moment } from "../../../runtimes/protocol/state.ts";
import { noPython, programs, python, pythonRunner } from "./python-program.ts";

const textOf = (moment: Moment) =>
  "line" in moment ? `${moment.file.split("/").at(-1)}:${moment.line}` : moment.function;

describe.skipIf(noPython)("a program whose main file is not its own", () => {
  const runner = pythonRunner();
  const root = join(runner.folder, "project");
  cpSync(join(programs, "runners"), root, { recursive: true });
  const testLines = [
    "Books.setUp",
    "test_books.py:12",
    "Books.test_none",
    "test_books.py:19",
    "test_books.py:20",
    "check",
  ];

  test("is a test runner: the moments are the lines of the tests that run, and what these call", () => {
    const moments = { hit: 1, capture: runner.file("moments") };
    const words = ["-m", "unittest", "test_books.Books.test_none"];
    const run = runner.run(words, { root, moments }, { cwd: root });
    expect(run).toMatchObject({ exit: 1, answer: { reached: true } });
    expect(run.moments.map(textOf).slice(0, 3)).toEqual(["<module>", "test_books.py:1", "test_books.py:3"]);
    expect(run.moments.map(textOf).slice(-testLines.length)).toEqual(testLines);
  });

  test("is a script of a virtual environment inside the program's folder: its lines are not the program's own", () => {
    expect(spawnSync(python, ["-m", "venv", "--without-pip", join(root, ".venv")]).status).toBe(0);
    const script = join(root, ".venv/bin/check");
    const code = `#!${join(root, ".venv/bin/python")}\nimport sys, unittest\nsys.path.insert(0, "")\nunittest.main(module=None)\n`;
    writeFileSync(script, code);
    chmodSync(script, 0o755);
    const plan = { root, place: { function: "first_book", hit: 1 }, capture: runner.file("graph"), stop: true };
    const run = runner.drive([script, "test_books.Books.test_one"], plan, { cwd: root });
    expect(run).toMatchObject({ exit: 0, answer: { reached: true } });
    expect(run.graph.stack.map((frame) => frame.function)).toEqual(["first_book", "check", "Books.test_one"]);
  });
});
