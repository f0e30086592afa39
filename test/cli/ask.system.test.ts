import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { answerQuestion, type OpenQuestion, openQuestion } from "../../src/run/record/question-file.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import type { Judgement } from "../../src/trial/process/execution.ts";
import { until } from "../until.ts";
import { environment, type Folder, newFolder, program, selectFolder, selectLine } from "./culprit.ts";

// Limits end what hangs, and are no statement about speed.

const isBad = (text: string) => text.includes("<SELECT");
const words = ["input", "bug.html", "--ask", "--json", "--", "cat", "{}"];

/** Answers as the page does, until the process has ended. */
async function answerEach(
  folder: Folder,
  ended: Promise<unknown>,
  answer: (question: OpenQuestion) => Judgement,
): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let last = "";
  while (!isOver) {
    const [record] = RunRecord.all(folder.path);
    const question = record && openQuestion(record);
    if (question && question.id !== last) {
      last = question.id;
      expect(answerQuestion(record, { id: "another", judgement: "fails" })).toBe(false);
      answerQuestion(record, { id: question.id, judgement: answer(question) });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Says that what has the bad line fails. Returns what was asked. */
async function answerAll(folder: Folder, ended: Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  await answerEach(folder, ended, ({ text = "no text" }) => {
    asked.push(text);
    return isBad(text) ? "fails" : "passes";
  });
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

test("the end of input in a terminal stops the run as Ctrl-C does", async () => {
  const folder = selectFolder();
  const line = [process.execPath, program, ...words].map((word) => `'${word}'`).join(" ");
  const terminal = spawn("script", ["-qec", line, "/dev/null"], { cwd: folder.path, env: environment() });
  let text = "";
  terminal.stdout.setEncoding("utf8").on("data", (part: string) => {
    if (part.includes("cannot tell > ")) terminal.stdin.write("\u0004");
    text += part;
  });
  const code = await new Promise((resolve) => terminal.on("close", resolve));
  expect([code, text]).toEqual([130, expect.not.stringContaining("internal error")]);
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

test("a pair is confirmed by one question after the other", async () => {
  const folder = newFolder();
  folder.write("good.env", "A=1\nB=2\n");
  folder.write("bad.env", "A=1\nB=3\nC=x\n");
  const run = folder.start(["env", "good.env", "bad.env", "--ask", "--json", "--", "sh", "-c", "echo B=$B C=$C"]);
  const asked: string[] = [];
  await answerEach(folder, run.ended, ({ output }) => {
    asked.push(output.trim());
    return output.includes("B=3") ? "fails" : "passes";
  });
  const { json, stderr } = await run.ended;
  expect(json, `${asked.join("\n")}\n${stderr}`).toMatchObject({ verdict: "found", minimal: true, assumptions: [] });
  expect(json.cause).toMatchObject([{ variable: "B", old: "2", new: "3" }]);
});

test("answers that contradict each other are called that", async () => {
  const folder = newFolder();
  folder.write("bad.txt", "a\nb\n");
  const run = folder.start(["input", "bad.txt", "--by", "lines", "--ask", "--json", "--", "cat", "{}"]);
  let number = 0;
  await answerEach(folder, run.ended, () => (++number === 1 ? "fails" : "passes"));
  const { json } = await run.ended;
  expect(json.assumptions.map(({ seen }) => seen).join()).toMatch(
    /^Your answers contradict each other: the failing result/,
  );
});

test("a failing input of which you cannot tell is nothing to explain", async () => {
  const folder = newFolder();
  folder.write("bad.txt", "a\nb\n");
  const run = folder.start(["input", "bad.txt", "--ask", "--", "cat", "{}"]);
  await answerEach(folder, run.ended, () => "cannot tell");
  const { stdout, code } = await run.ended;
  expect([code, stdout]).toEqual([1, expect.stringContaining("bad.txt has to fail, but you said: cannot tell.")]);
});

test("an agent is told to write a test", async () => {
  const folder = selectFolder();
  const { code, stderr } = await folder.culprit(...words.slice(0, 3), "--agent", "--", "cat", "{}");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--ask waits for a person.")]);
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
