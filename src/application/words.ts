import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { isNear } from "../core/near-word.ts";
import { UserError } from "../core/user-error.ts";

/** One option, as the parser, the help and the docs know it. */
export interface Option {
  readonly name: string;
  /** A name for its value, as the help shows it; a switch has none. In brackets if it can be left out: then it is empty. */
  readonly value?: string;
  readonly about: string;
  /** All values that there are, for completions. */
  readonly choices?: readonly string[];
  /** It may be given several times. */
  readonly multiple?: true;
}

/** What the help says about a command. */
export interface CommandHelp {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  readonly options: readonly Option[];
  /** A few sentences and examples, shown below the options. */
  readonly example: string;
  /** What to say to --engine if it is no option of the command; undefined: that its tests run on this machine. */
  readonly whereTestsRun?: string;
}

/** The command line, parsed. */
export interface Words {
  readonly positionals: readonly string[];
  /** The words after `--`; undefined when there is no `--`. */
  readonly test: readonly string[] | undefined;
  readonly value: (option: string) => string | undefined;
  /** The values of an option that may be given several times. */
  readonly values: (option: string) => readonly string[];
  readonly has: (option: string) => boolean;
  /** Whether the command line itself has the option, or a test behind `--`, and not only the settings of the project. */
  readonly isGiven: (option: string) => boolean;
}

/** What a project sets, for where the command line is silent. */
export interface Defaults {
  readonly values: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly test?: readonly string[];
  /** Where it sets an option, for messages: `"jobs" in culprit.config.json`. */
  readonly placeOf?: (option: string) => string | undefined;
}

export function readWords(command: CommandHelp, argv: readonly string[], defaults: Defaults = { values: {} }): Words {
  const end = argv.indexOf("--");
  const own = end === -1 ? argv : argv.slice(0, end);
  const options = Object.fromEntries(
    command.options.map(({ name, value, multiple = false }) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const), multiple },
    ]),
  );
  try {
    const { values: given, positionals } = parseArgs({
      args: withEmptyValues(command, own).map(hideSign),
      options,
      allowPositionals: true,
    });
    const values = { ...defaults.values, ...given };
    return {
      positionals: positionals.map(showSign),
      test: end === -1 ? defaultTest(command, defaults) : argv.slice(end + 1),
      value: (option) => (typeof values[option] === "string" ? showSign(values[option]) : undefined),
      values: (option) => [values[option] ?? []].flat().map((each) => showSign(String(each))),
      has: (option) => values[option] === true,
      isGiven: (option) => (option === "--" ? end !== -1 : given[option] !== undefined),
    };
  } catch (error) {
    throw new UserError(
      `${explainMistake(command, own, error as NodeJS.ErrnoException)} culprit ${command.name} --help lists the options.`,
    );
  }
}

/** Some commands take no test, and some, in brackets, can do without. */
function defaultTest({ usage }: CommandHelp, { test }: Defaults): readonly string[] | undefined {
  return /[^[]-- TEST…/.test(usage) ? test : undefined;
}

/** parseArgs knows no values that can be left out. Here they are numbers, so any other word is not the value. */
function withEmptyValues({ options }: CommandHelp, argv: readonly string[]): string[] {
  const isOptional = (word: string | undefined) =>
    options.some(({ name, value }) => value?.startsWith("[") && word === `--${name}`);
  return argv.flatMap((word, i) => {
    if (isOptional(argv[i - 1]) && /^\d+$/.test(word)) return [];
    return isOptional(word) ? `${word}=${/^\d+$/.exec(argv[i + 1] ?? "") ?? ""}` : word;
  });
}

/** No option starts with a digit, so `-3months` is a word. parseArgs would take it for options, unless it cannot see the sign. */
const hideSign = (word: string) => word.replace(/^-(?=\d)/, "\0");
const showSign = (word: string) => word.replace("\0", "-");

function explainMistake(command: CommandHelp, argv: readonly string[], error: NodeJS.ErrnoException): string {
  const { options } = command;
  const written = /'-+([^' ]*)/.exec(error.message)?.[1] ?? "";
  if (error.code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") {
    const value = options.find(({ name }) => name === written)?.value;
    return value === undefined ? `--${written} takes no value.` : `--${written} needs a value: --${written} ${value}.`;
  }
  const word = argv.find((each) => /^-+/.test(each) && each.replace(/^-+/, "").startsWith(written)) ?? `--${written}`;
  if (existsSync(word)) return `There is no option ${word}. If you mean the file, write ./${word}.`;
  if (written === "engine") return `There is no option --engine here. ${whereTestsRun(command)}`.trimEnd();
  const near = options.find(({ name }) => isNear(name, written));
  return `There is no option ${word}.${near ? ` Did you mean --${near.name}?` : ""}`;
}

function whereTestsRun({ name, usage, whereTestsRun }: CommandHelp): string {
  if (whereTestsRun !== undefined) return whereTestsRun;
  const hasTests = /TEST|COMMAND'/.test(usage);
  return hasTests ? `culprit ${name} runs on this machine only: an engine cannot run what it needs.` : "";
}
