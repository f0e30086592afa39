import { basename } from "node:path";
import type { TestTemplate } from "./test-words.ts";

/**
 * Whether a test plainly executes the candidate: as its program, or through an interpreter that gets it as a script or on
 * standard input. What the user's own scripts do with it cannot be seen. `name` is the candidate's file name.
 */
export function executesCandidate({ argv, onStdin }: Pick<TestTemplate, "argv" | "onStdin">, name: string): boolean {
  const path = `/candidate/${name}`;
  const words = withoutPrefixes(argv(path));
  const [program = "", ...rest] = words;
  if (program === path || program === `./${name}`) return true;
  const script = scriptOf(program, rest);
  if (script === undefined) return false;
  return script === standardInput ? onStdin : [path, name, `./${name}`].includes(script);
}

/** How to read the arguments of a program. */
interface Usage {
  /** Options that take the next word as their value. */
  readonly valued?: readonly string[];
  /** Options whose next word is a script. */
  readonly script?: readonly string[];
  /** Options with which no script is run: the program is given inline, or a script is only checked. */
  readonly none?: readonly string[];
  /** Subcommands that may come before the script. */
  readonly before?: readonly string[];
}

const shell: Usage = { valued: ["-o", "+o", "-O", "--rcfile", "--init-file"], script: ["-c"], none: ["-n"] };

/** By name, without a version at the end. */
const interpreters: Readonly<Record<string, Usage>> = {
  ...Object.fromEntries(["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish"].map((name) => [name, shell])),
  python: { valued: ["-W", "-X"], none: ["-c", "-m"] },
  pypy: { valued: ["-W", "-X"], none: ["-c", "-m"] },
  node: {
    valued: ["-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions"],
    none: ["-e", "--eval", "-p", "--print", "-c", "--check"],
  },
  deno: { valued: ["-c", "--config", "--import-map"], before: ["run", "test"] },
  bun: { valued: ["-r", "--preload"], none: ["-e", "--eval"], before: ["run", "test"] },
  perl: { valued: ["-I"], none: ["-e", "-E"] },
  ruby: { valued: ["-I", "-r", "-C"], none: ["-e", "-c"] },
  php: { valued: ["-d", "-c"], script: ["-f"], none: ["-r", "-l"] },
  lua: { valued: ["-l"], none: ["-e"] },
  luajit: { valued: ["-l"], none: ["-e"] },
  Rscript: { none: ["-e"] },
  julia: { none: ["-e", "-E"] },
  tclsh: {},
  guile: { none: ["-c"] },
};

/** Programs that run the command given as their arguments. */
const prefixes: Readonly<Record<string, Usage & { readonly operands?: number }>> = {
  env: { valued: ["-u", "--unset", "-C", "--chdir"] },
  timeout: { valued: ["-s", "--signal", "-k", "--kill-after"], operands: 1 },
  nice: { valued: ["-n", "--adjustment"] },
  nohup: {},
  setsid: {},
  stdbuf: { valued: ["-i", "-o", "-e"] },
};

const standardInput = "-";

function withoutPrefixes(words: readonly string[]): readonly string[] {
  const usage = lookUp(prefixes, words[0] ?? "");
  if (!usage) return words;
  let at = 1;
  while (words[at]?.startsWith("-")) at += usage.valued?.includes(words[at]!) ? 2 : 1;
  while (/^\w+=/.test(words[at] ?? "")) at++;
  return withoutPrefixes(words.slice(at + (usage.operands ?? 0)));
}

/** What an interpreter will run: a file, or standard input; undefined if it is no interpreter, or runs neither. */
function scriptOf(program: string, words: readonly string[]): string | undefined {
  const usage = lookUp(interpreters, program);
  if (!usage) return undefined;
  for (let at = 0; at < words.length; at++) {
    const word = lastOption(words[at]!);
    if (usage.none?.includes(word)) return undefined;
    if (usage.script?.includes(word)) return words[at + 1];
    if (word === "-s" && usage === shell) return standardInput;
    if (word === "/dev/stdin") return standardInput;
    if (usage.valued?.includes(word)) at++;
    else if (!/^[-+]./.test(word) && !usage.before?.includes(word)) return word;
  }
  return standardInput;
}

/** Of one-letter options written as one word, the last decides what follows: `-euo pipefail`, `-lane CODE`. */
function lastOption(word: string): string {
  return /^-[a-zA-Z]{2,}$/.test(word) ? `-${word.at(-1)}` : word;
}

function lookUp<T>(table: Readonly<Record<string, T>>, program: string): T | undefined {
  const name = basename(program).replace(/[\d.]+$/, "");
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
