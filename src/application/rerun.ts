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

/** One line for a shell; undefined: this step cannot be rerun by itself. */
export function rerunLine(rerun: Rerun, { run, step, set, hasText }: RerunStep): string | undefined {
  if ("items" in rerun) {
    if (!set) return undefined;
    const chosen = rerun.items.filter((_, i) => set.has(i)).flat();
    return commandLine(rerun.words.flatMap((word) => (word === placeholder ? chosen : [word])));
  }
  if (!hasText) return undefined;
  const file = `step-${step}${rerun.extension}`;
  const test = commandLine(rerun.words.map((word) => word.replaceAll(placeholder, file)));
  const input = rerun.onStdin ? ` <${commandLine([file])}` : "";
  return `${commandLine(["culprit", "show", run, "--step", `${step}`, "--output", file])} && ${test}${input}`;
}

const placeholder = "{}";
