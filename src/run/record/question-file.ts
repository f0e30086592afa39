import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Judgement, judgements } from "../../trial/process/execution.ts";
import type { RunRecord } from "./record.ts";

/** A question that waits for an answer, for whoever looks at the run. */
export interface OpenQuestion {
  /** Tells it from earlier ones of the run. */
  readonly id: string;
  /** The file to look at, and its text if it is a short one. */
  readonly path?: string;
  readonly text?: string;
  /** How the test ended, and what it printed. */
  readonly ended: string;
  readonly output: string;
}

export interface GivenAnswer {
  readonly id: string;
  readonly judgement: Judgement;
}

const questionFile = "question.json";
const answerFile = "answer.json";

/** The question of a run that waits for an answer, if there is one. */
export function openQuestion(record: RunRecord): OpenQuestion | undefined {
  return record.lockedBy() === undefined ? undefined : record.load<OpenQuestion>(questionFile);
}

/** Answers from another process. False if that is not what is asked now. */
export function answerQuestion(record: RunRecord, { id, judgement }: GivenAnswer): boolean {
  if (openQuestion(record)?.id !== id || !judgements.includes(judgement)) return false;
  record.save(answerFile, { id, judgement } satisfies GivenAnswer);
  return true;
}

/**
 * Lets other processes answer a question: resolves once one has. The question is gone when the signal is aborted, and is not
 * asked at all if it already is.
 */
export function awaitAnswer(record: RunRecord, question: OpenQuestion, signal: AbortSignal): Promise<Judgement> {
  return new Promise((resolve) => {
    if (signal.aborted) return;
    record.save(questionFile, question);
    const look = setInterval(() => {
      const answer = record.load<GivenAnswer>(answerFile);
      if (answer?.id === question.id) resolve(answer.judgement);
    }, pollInterval);
    signal.addEventListener("abort", () => {
      clearInterval(look);
      for (const file of [questionFile, answerFile]) rmSync(join(record.folder, file), { force: true });
    });
  });
}

const pollInterval = 150;
