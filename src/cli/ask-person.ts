import { readFileSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { createInterface } from "node:readline/promises";
import { maskSecrets } from "../core/mask-secrets.ts";
import { awaitAnswer } from "../run/record/question-file.ts";
import type { RunRecord } from "../run/record/record.ts";
import type { Ask, Question } from "../trial/asking-engine.ts";
import type { Judgement } from "../trial/process/execution.ts";
import type { ProgressLine } from "./output/progress-line.ts";

/** Maximum number of bytes of a candidate that the page shows, and of characters of what its test printed. */
const maxText = 100_000;
const maxOutput = 4000;

const keys: Readonly<Record<string, Judgement>> = { f: "fails", p: "passes", u: "cannot tell" };

/** Asks in the terminal, if there is one, and on the page. The first answer counts. */
export function askPerson(record: RunRecord, progress: ProgressLine): Ask {
  let number = 0;
  let isTold = false;
  return async (question, signal) => {
    progress.end();
    const isTerminal = process.stdin.isTTY === true;
    if (!isTerminal && !isTold) {
      isTold = true;
      process.stderr.write("Here is no terminal to ask in. Answer on the page: culprit serve\n");
    }
    const done = new AbortController();
    const both = AbortSignal.any([signal, done.signal]);
    const open = { id: `${process.pid}-${++number}`, ...maskSecrets(shown(question), process.env) };
    try {
      const answers = [awaitAnswer(record, open, both), rejectedBy(signal)];
      return await Promise.race(isTerminal ? [askInTerminal(question, both), ...answers] : answers);
    } finally {
      done.abort();
    }
  };
}

async function askInTerminal({ candidate, ended, output }: Question, signal: AbortSignal): Promise<Judgement> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D stop the run, as Ctrl-C does between questions.
  const stop = () => process.kill(process.pid, "SIGINT");
  terminal.on("SIGINT", stop);
  try {
    if (output === "") process.stderr.write("(The test printed nothing.)\n");
    else process.stderr.write(`${output.slice(-maxOutput).trimEnd()}\n`);
    const path = candidate.find(isAbsolute);
    const what = path === undefined ? `The test: ${ended}.` : `Look at ${path} (the test: ${ended}).`;
    for (;;) {
      const text = await terminal.question(`${what}\nDoes it fail? f: fails, p: passes, u: cannot tell > `, { signal });
      const judgement = keys[text.trim().toLowerCase()[0] ?? ""];
      if (judgement) return judgement;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    stop();
    return rejectedBy(signal);
  } finally {
    terminal.close();
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
  });
}

function shown({ candidate, ended, output }: Question) {
  const path = candidate.find(isAbsolute);
  const text = path === undefined ? undefined : textOf(path);
  return {
    ...{ ended, output: output.slice(-maxOutput) },
    ...(path === undefined ? {} : { path }),
    ...(text === undefined ? {} : { text }),
  };
}

/** The text of a file, if it is short and one. */
function textOf(path: string): string | undefined {
  try {
    if (!statSync(path).isFile() || statSync(path).size > maxText) return undefined;
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    return undefined;
  }
}
