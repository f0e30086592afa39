import { resolve } from "node:path";
import { isNear } from "../../core/near-word.ts";
import { UserError } from "../../core/user-error.ts";
import { wordsOfLine } from "../../trial/command/shell-words.ts";
import type { CommandHelp, Defaults, Option, Words } from "../words.ts";
import type { ConfigFile } from "./config-file.ts";

/** Options that a project may set for all commands that have them. Others go under the name of a command. */
export const sharedOptions: readonly string[] = [
  ...["jobs", "timeout", "budget", "repeat", "sandbox", "setup", "teardown", "build", "keep", "quiet", "color"],
  ...["engine", "engine-ca", "engine-cert", "engine-key", "engine-token-file", "platform", "pass-env", "upload"],
];

/** Whether a project may set anything for a command: it runs tests, or shows what they came to. */
export function takesSettings({ options }: Pick<CommandHelp, "options">): boolean {
  return options.some(({ name }) => sharedOptions.includes(name));
}

/** Variables of the environment that come before what a file says. */
const variables: Readonly<Record<string, string>> = { engine: "CULPRIT_ENGINE" };

/** What a project's settings give to a command where its command line is silent. */
export function defaultsFor(
  command: CommandHelp,
  config: ConfigFile,
  { commands, cwd }: { readonly commands: readonly string[]; readonly cwd: string },
): Defaults {
  const { test, $schema: _, ...rest } = config.settings;
  const sections = Object.entries(rest).filter(([name]) => commands.includes(name));
  const shared = Object.entries(rest).filter(([name]) => !commands.includes(name));
  for (const [name] of shared)
    if (!sharedOptions.includes(name)) throw unknown(config, name, ["test", ...sharedOptions, ...commands]);
  for (const [name, section] of sections) {
    if (typeof section !== "object" || section === null)
      throw new UserError(`${config.name}: "${name}" has to be an object.`);
  }
  const own = sections.find(([name]) => name === command.name)?.[1] ?? {};
  const names = command.options.map(({ name }) => name);
  for (const name of Object.keys(own)) {
    if (!names.includes(name)) throw unknown(config, name, names, ` for culprit ${command.name}`);
  }
  const given = Object.fromEntries([...shared, ...Object.entries(own)].filter(([name]) => isUsed(name, names)));
  const values = Object.entries(given).map(([name, value]) => {
    const option = command.options.find((each) => each.name === name)!;
    return [name, readValue(option, value, config)] as const;
  });
  // The words of a test may be paths, and nobody can tell which: elsewhere they would mean other files.
  const hasTest = test !== undefined && cwd === config.folder;
  const placeOf = (option: string) => {
    if (Object.hasOwn(own, option)) return `"${option}" under "${command.name}" in ${config.name}`;
    return Object.hasOwn(given, option) ? `"${option}" in ${config.name}` : undefined;
  };
  return { values: Object.fromEntries(values), placeOf, ...(hasTest ? { test: readTestWords(test, config) } : {}) };
}

/** An error about options says of those that the command line does not have where they come from. */
export function withPlaces(error: unknown, { placeOf }: Defaults, words: Words): unknown {
  if (!(error instanceof UserError)) return error;
  const named = [...new Set([...error.message.matchAll(/(?<=^|[\s(])--([a-z][a-z-]*)/g)].map((match) => match[1]!))];
  const notes = named.flatMap((option) => {
    const place = words.isGiven(option) ? undefined : placeOf?.(option);
    return place === undefined ? [] : [` --${option} is set by ${place}.`];
  });
  return notes.length === 0 ? error : new UserError(`${error.message}${notes.join("")}`, error.exitCode);
}

function isUsed(name: string, names: readonly string[]): boolean {
  return names.includes(name) && !process.env[variables[name] ?? ""];
}

function readValue(option: Option, value: unknown, { name, folder }: ConfigFile): string | boolean | readonly string[] {
  const { value: kind } = option;
  const wrong = (what: string) => new UserError(`${name}: "${option.name}" has to be ${what}.`);
  if (kind === undefined) {
    if (typeof value === "boolean") return value;
    throw wrong("true or false");
  }
  const isPath = /^(?:FILE|PATH|DIR)/.test(kind);
  const texts = [value].flat().map((each) => (typeof each === "number" ? `${each}` : each));
  if (!texts.every((each) => typeof each === "string")) throw wrong("a text, a number or a list of texts");
  const whole = texts.map((each) => (isPath ? resolve(folder, each) : each));
  if (option.multiple) return whole;
  if (whole.length > 1 && !kind.endsWith(",…")) throw wrong("one text or number");
  return whole.join(",");
}

function readTestWords(test: unknown, { name }: ConfigFile): readonly string[] {
  const words = typeof test === "string" ? wordsOfLine(test) : test;
  if (words === undefined) throw new UserError(`${name}: a quote in "test" is not closed.`);
  const isList = Array.isArray(words) && words.length > 0 && words.every((each) => typeof each === "string");
  if (!isList) throw new UserError(`${name}: "test" has to be a command, as a text or as a list of words.`);
  return words;
}

function unknown({ name }: ConfigFile, key: string, known: readonly string[], where = ""): UserError {
  const near = known.find((each) => isNear(each, key));
  return new UserError(`${name}: there is no setting "${key}"${where}.${near ? ` Did you mean "${near}"?` : ""}`);
}
