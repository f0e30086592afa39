import type { Option } from "../../application/words.ts";
import type { Command } from "../command.ts";

/** A command as completions know it. */
export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly Option[];
  /** What its first word may be: its actions, or choices. */
  readonly words: readonly string[];
  /** Its first word is the name of a run. */
  readonly takesRun: boolean;
}

export function completedCommand({
  name,
  usage,
  about,
  options,
  actions = [],
  firstWords = [],
}: Command): CompletedCommand {
  const own = actions.flatMap((action) => action.options);
  const all = [...options, ...own].filter((each, i, list) => list.findIndex(({ name }) => name === each.name) === i);
  const choices = /^culprit \S+ \(?([a-z]+(?:\|[a-z]+)+)/.exec(usage)?.[1]?.split("|") ?? [];
  const words = [...actions.map((action) => action.name.split(" ")[1]!), ...choices, ...firstWords];
  return { name, about, options: all, words, takesRun: /^culprit \S+ RUN\b/.test(usage) };
}

/** What the value of an option is, as far as its name tells. */
export function kindOfValue({ value = "" }: Option): "file" | "folder" | "text" {
  if (/^(?:FILE|PATH)/.test(value)) return "file";
  return value.startsWith("DIR") || value.startsWith("FOLDER") ? "folder" : "text";
}

/** A word for any shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
