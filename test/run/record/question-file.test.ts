import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { answerQuestion, awaitAnswer, openQuestion } from "../../../src/run/record/question-file.ts";
import { RunRecord } from "../../../src/run/record/record.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const question = { id: "1-1", ended: "exit 0", output: "" };

/** A run that this process works on. */
function lockedRecord(): RunRecord {
  const request = { cwd: "/", test: ["true"], conditions: { jobs: 1, failure: { mode: "same" }, repeat: 1 } } as const;
  const record = RunRecord.create(temporaryFolder("question"), { kind: "input", version: "1.0.0", request });
  record.lock();
  return record;
}

test("a question is open until it is answered and its signal is aborted", async () => {
  const record = lockedRecord();
  const before = readdirSync(record.folder);
  const done = new AbortController();
  const answer = awaitAnswer(record, question, done.signal);
  expect(openQuestion(record)).toEqual(question);
  expect(answerQuestion(record, { id: question.id, judgement: "fails" })).toBe(true);
  expect(await answer).toBe("fails");
  done.abort();
  expect(readdirSync(record.folder)).toEqual(before);
});

test("a run that was stopped before asks nothing, and waits for nothing", () => {
  const record = lockedRecord();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  void awaitAnswer(record, question, AbortSignal.abort());
  expect(openQuestion(record)).toBeUndefined();
  expect(timers()).toBe(before);
});
