import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../temporary-folder.ts";
import { drive, driveCommand, local, number } from "./node-program.ts";

const sort = { function: "shell_sort", hit: 1 };

describe("the driver for Node answers", () => {
  test("that the place was reached", async () => {
    expect(await drive(["sample.js", "7"], { place: sort })).toMatchObject({ exit: 0, answer: { reached: true } });
  });

  test("that the program ended as planned, if there is no place", async () => {
    expect(await drive(["ends.cjs", "exit"], {})).toMatchObject({ exit: 3, error: "", answer: { reached: true } });
  });

  test("which functions there are if the place is not in the program, similar ones first", async () => {
    const place = { function: "mian", hit: 1 };
    expect(await drive(["sample.js", "7"], { place })).toMatchObject({
      exit: 125,
      error: "culprit: mian is not in the program; did you mean main?\n",
      answer: { missed: "absent", candidates: ["main", "shell_sort"] },
    });
  });

  test.each([
    [1, "sample.js:3"],
    [300, "sample.js:35"],
  ])("which line with code is nearest to one without: %d", async (line, nearest) => {
    const { answer } = await drive(["sample.js", "7"], { place: { file: "sample.js", line, hit: 1 } });
    expect(answer).toEqual({ missed: "absent", candidates: [nearest] });
  });

  test("that there is no such file", async () => {
    expect(await drive(["sample.js", "7"], { place: { file: "nowhere.js", line: 1, hit: 1 } })).toMatchObject({
      exit: 125,
      error: "culprit: nowhere.js:1 is not in the program\n",
      answer: { missed: "absent", candidates: [] },
    });
  });

  test("how often the place was reached, if that was not often enough", async () => {
    expect(await drive(["ends.cjs", "throw"], { place: { function: "end", hit: 2 } })).toMatchObject({
      exit: 125,
      error: expect.stringMatching(/^culprit: end#2 was reached 1 time$/m),
      answer: { missed: "too-few-hits", hits: 1 },
    });
  });

  test("that the place is in the program and was not reached", async () => {
    const root = program("function never() {}\nfunction dead() {\n  function inside() {}\n}\nif (0) never();");
    for (const name of ["never", "inside"]) {
      const run = await drive(["app.mjs"], { root, place: { function: name, hit: 1 } });
      const error = `culprit: ${name} was not reached\n`;
      expect(run).toMatchObject({ exit: 125, error, answer: { missed: "unreached" } });
    }
  });

  test("that a call never came whose moments were wanted", async () => {
    const run = await drive(["sample.js"], { moments: { function: "main", hit: 2 } });
    expect(run).toMatchObject({
      exit: 125,
      error: "culprit: main#2 was not reached\n",
      answer: { missed: "unreached" },
      moments: undefined,
    });
  });

  test("that none of the program's own code was run", async () => {
    const run = await drive(["-e", "1"], { moments: { hit: 1 } });
    const error = "culprit: none of the program's own code was run\n";
    expect(run).toMatchObject({ exit: 125, error, answer: { missed: "unreached" } });
  });

  const imports = `import { Worker, isMainThread } from "node:worker_threads";
import { spawn } from "node:child_process";
function look(where) { console.log(where); }
`;
  test.each([
    [
      "worker threads",
      `${imports}if (isMainThread) new Worker(new URL(import.meta.url)); else look("worker");`,
      "worker\n",
    ],
    [
      "other processes",
      `${imports}const [node, script, word] = process.argv;
if (word) look("child"); else spawn(node, [script, "child"], { stdio: "inherit" });`,
      "child\n",
    ],
  ])("that the place may have been reached in %s", async (where, text, output) => {
    const run = await drive(["app.mjs"], { root: program(text), place: { function: "look", hit: 1 } });
    const reason = `look was not reached; what the program does in ${where} is not watched`;
    expect(run).toMatchObject({
      exit: 125,
      output,
      error: `culprit: ${reason}\n`,
      answer: { failed: true, why: "other", reason },
    });
  });

  test("that a change is impossible", async () => {
    const changes = [{ at: local("none"), to: number(1) }];
    const reason = "there is no variable none here";
    expect(await drive(["sample.js", "7"], { place: sort, changes })).toMatchObject({
      exit: 125,
      output: "",
      error: `culprit: ${reason}\n`,
      answer: { failed: true, why: "impossible-change", reason },
    });
  });

  test("that the command starts no Node program", async () => {
    expect(await driveCommand(["true"], { place: sort })).toMatchObject({
      exit: 125,
      error: expect.stringMatching(/^culprit: culprit's code was not loaded: /),
      answer: { failed: true, why: "not-loaded" },
    });
  });

  test("that the command cannot be started", async () => {
    expect(await driveCommand(["/nowhere/node", "sample.js"], { place: sort })).toMatchObject({
      exit: 125,
      error: expect.stringMatching(/^culprit: cannot start \/nowhere\/node: /),
      answer: { failed: true, why: "cannot-start" },
    });
  });
});

function program(text: string): string {
  const folder = temporaryFolder("state");
  writeFileSync(join(folder, "app.mjs"), text);
  return folder;
}
