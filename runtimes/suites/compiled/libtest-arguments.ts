/** One option of Rust's libtest, or a filter, which has no name. */
export interface Option {
  readonly name: string;
  readonly value?: string;
  /** As it was given: one word or two. */
  readonly words: readonly string[];
}

const valued = ["--test-threads", "--skip", "--logfile", "--color", "--format", "--shuffle-seed", "-Z"];

export function readOptions(args: readonly string[]): readonly Option[] {
  const options: Option[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    const [, name = word, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    if (!word.startsWith("-")) options.push({ name: "", value: word, words: [word] });
    else if (value !== undefined) options.push({ name, value, words: [word] });
    else if (valued.includes(name)) options.push({ name, value: args[++i] ?? "", words: [word, args[i] ?? ""] });
    else options.push({ name, words: [word] });
  }
  return options;
}

/** The words of all options but some. */
export function wordsWithout(options: readonly Option[], names: readonly string[]): string[] {
  return options.filter(({ name }) => !names.includes(name)).flatMap(({ words }) => words);
}

/** The last value of an option; empty if it has none. Undefined: it was not given. */
export function lastValue(options: readonly Option[], wanted: string): string | undefined {
  const option = options.findLast(({ name }) => name === wanted);
  return option && (option.value ?? "");
}
