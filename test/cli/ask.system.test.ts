import { spawn } from "node:child_process";
import { expect, test, vi } from "vitest";
import { answerQuestion, openQuestion } from "../../src/run/record/question-file.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import { until } from "../until.ts";
import { environment, type Folder, newFolder, program, selectFolder, selectLine } from "./culprit.ts";

// Limits end what hangs, and are no statement about speed.
vi.setConfig({ testTimeout: 120_000 });

const isBad = (text: string) => text.includes("<SELECT");
const words = ["input", "bug.html", "--ask", "--json", "--", "cat", "{}"];

/** Answers as the page does, until the process has ended. Returns what was asked. */
async function answerAll(folder: Folder, ended: Promise<unknown>): Promise<string[]> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const asked: string[] = [];
  let last = "";
  while (!isOver) {
    const [record] = RunRecord.all(folder.path);
    const question = record && openQuestion(record);
    if (question && question.id !== last) {
      asked.push(question.text ?? "no text");
      expect(answerQuestion(record, { id: "another", said: "fails" })).toBe(false);
      answerQuestion(record, { id: question.id, said: isBad(question.text ?? "") ? "fails" : "passes" });
      last = question.id;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return asked;
}

test("without a terminal, answers of the page decide, whatever the test exits with", async () => {
  const folder = selectFolder();
  const run = folder.start(words);
  const asked = await answerAll(folder, run.ended);
  const { code, json, stderr } = await run.ended;
  expect([code, json.verdict, json.minimal], stderr).toEqual([0, "found", true]);
  expect(folder.read("bug.failing.html").trim()).toBe("<SELECT");
  expect(asked.slice(0, 2)).toEqual([selectLine, ""]);
  expect(stderr).toContain("Answer on the page: culprit serve\n");
  const { stdout } = await folder.culprit("show", "last", "--step", "2");
  expect(stdout).toMatch(/\(you said: (?:fails|passes)\)/);
});

test("in a terminal the prompt is answered by a letter, and asked again after any other", async () => {
  const folder = selectFolder();
  const line = ["exec", process.execPath, program, ...words]
    .map((word) => `'${word}'`)
    .join(" ")
    .replace("'exec'", "exec");
  const terminal = spawn("script", ["-qec", line, "/dev/null"], { cwd: folder.path, env: environment() });
  let text = "";
  let prompts = 0;
  terminal.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    const parts = text.split("cannot tell > ");
    for (; prompts < parts.length - 1; prompts++) {
      const isFirst = prompts === 0;
      terminal.stdin.write(isFirst ? "what\r" : isBad(shownBefore(parts, prompts)) ? "f\r" : "p\r");
    }
  });
  const code = await new Promise((resolve) => terminal.on("close", resolve));
  expect([code, prompts > 3], text).toEqual([0, true]);
  expect(folder.read("bug.failing.html").trim()).toBe("<SELECT");
});

/** What was shown before a prompt: a prompt that is repeated shows nothing. */
function shownBefore(parts: readonly string[], prompt: number): string {
  return prompt === 1 ? parts[0]! : parts[prompt]!;
}

test("a run that waits for an answer is stopped and resumed", async () => {
  const folder = selectFolder();
  const run = folder.start(words);
  await until(() => RunRecord.all(folder.path).some((record) => openQuestion(record)));
  run.kill("SIGINT");
  expect((await run.ended).code).toBe(130);
  const [record] = RunRecord.all(folder.path);
  expect(openQuestion(record!)).toBeUndefined();
  const resumed = folder.start(["resume", "last", "--json"]);
  await answerAll(folder, resumed.ended);
  expect((await resumed.ended).json.verdict).toBe("found");
});

test.each([
  [["--jobs", "2"], "--ask and --jobs exclude each other"],
  [["--interesting"], "--ask and --interesting exclude each other"],
  [["--engine", "grpc://127.0.0.1:1"], "--ask is for this machine"],
  [["--locate"], "--locate and --ask exclude each other"],
])("%o is refused", async (more, message) => {
  const folder = newFolder();
  folder.write("f", "x");
  const { code, stderr } = await folder.culprit("input", "f", "--ask", ...more, "--", "cat", "{}");
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
