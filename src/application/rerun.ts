import { commandLine } from "../core/command-line.ts";
import type { DeltaSet } from "../core/delta-set.ts";

/** How the world of one step is tested again by hand: the words of a command, in which one word stands for the world. */
export type Rerun = RerunWithFile | RerunWithItems;

/** The world is a text: {} in the words is its file, which is also standard input if that is asked for. */
export interface RerunWithFile {
  readonly words: readonly string[];
  readonly extension: string;
  readonly onStdin: boolean;
}

/** The world is some of these items, in the place of {}. */
export interface RerunWithItems {
  readonly words: readonly string[];
  readonly items: readonly (readonly string[])[];
}

interface RerunStep {
  readonly run: string;
  readonly step: number;
  readonly set: DeltaSet | undefined;
  /** The record has its text. */
  readonly hasText: boolean;
}

/** One line for a shell. Where the test needs more than a file or some words, culprit makes its world again. */
export function rerunLine(rerun: Rerun | undefined, { run, step, set, hasText }: RerunStep): string {
  const show = ["culprit", "show", run, "--step", `${step}`];
  if (rerun && "items" in rerun && set) {
    const chosen = rerun.items.filter((_, i) => set.has(i)).flat();
    return commandLine(rerun.words.flatMap((word) => (word === placeholder ? chosen : [word])));
  }
  if (!rerun || "items" in rerun || !hasText) return commandLine([...show, "--run"]);
  const file = `step-${step}${rerun.extension}`;
  const test = commandLine(rerun.words.map((word) => word.replaceAll(placeholder, file)));
  const input = rerun.onStdin ? ` <${commandLine([file])}` : "";
  return `${commandLine([...show, "--output", file])} && ${test}${input}`;
}

const placeholder = "{}";
