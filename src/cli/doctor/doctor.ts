import { colorOption } from "../../application/options.ts";
import { UserError } from "../../core/user-error.ts";
import type { Command } from "../command.ts";
import { paintFor } from "../output/terminal.ts";
import { version } from "../version.ts";
import { type Need, needs, perl } from "./needs.ts";

interface Examined extends Pick<Need, "name" | "for" | "install"> {
  readonly isRequired: boolean;
  /** What is there; undefined: nothing. */
  readonly found?: string;
  /** Why it is not there. */
  readonly problem?: string;
}

/** `commands`: the names of all commands. */
export const doctorCommand = (commands: readonly string[]): Command => ({
  name: "doctor",
  usage: "culprit doctor [COMMAND] [--json]",
  about: "what is installed, what each command may need, and how to get it",
  options: [{ name: "json", about: "print it as one JSON object" }, colorOption, { name: "help", about: "show this" }],
  example: [
    "With a COMMAND, only what it may need. Exits with 1 if something is missing without which nothing works.",
    "",
    "  culprit doctor",
    "  culprit doctor schedule",
  ].join("\n"),
  firstWords: commands,
  run: async (words) => {
    const examined = chosenNeeds(words.positionals, commands).map(examine);
    if (words.has("json")) process.stdout.write(`${JSON.stringify({ version, needs: examined })}\n`);
    else process.stdout.write(examined.map(lineOf).join(""));
    return examined.some(({ isRequired, found }) => isRequired && found === undefined) ? 1 : 0;
  },
});

function chosenNeeds([command, ...more]: readonly string[], commands: readonly string[]): readonly Need[] {
  if (more.length > 0) throw new UserError("Name one command: culprit doctor schedule.");
  if (command === undefined) return needs;
  if (!commands.includes(command)) throw new UserError(`There is no command ${command}. culprit --help lists them.`);
  const words = (text: string) => text.split(/[^\w-]+/);
  const started = [command, ...(starts[command] ?? [])];
  return needs.filter((need) => need.isRequired || words(need.for).some((word) => started.includes(word)));
}

/** Commands that others start. */
const starts: Readonly<Record<string, readonly string[]>> = {
  why: ["packages", "schedule"],
  ci: ["changes", "why", "packages", "schedule"],
};

function examine({ find, isRequired, needsPerl, install, ...need }: Need): Examined {
  const about = { ...need, isRequired: isRequired === true };
  // Whatever is done with perl fails without it, for reasons that say nothing of this need.
  const lacksPerl = needsPerl ? attempt(perl).problem : undefined;
  if (lacksPerl !== undefined) return { ...about, problem: lacksPerl };
  return { ...about, ...(install === undefined ? {} : { install }), ...attempt(find) };
}

function attempt(find: () => string): Pick<Examined, "found" | "problem"> {
  try {
    return { found: find() };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { problem: error.message };
  }
}

const indent = " ".repeat(19);

function lineOf({ name, for: use, found, problem, install }: Examined): string {
  const { green, yellow, dim } = paintFor(process.stdout);
  const head = name.padEnd(16);
  if (found !== undefined) return `${green("✔")} ${head} ${found}  ${dim(`for ${use}`)}\n`;
  const [first, ...rest] = problem!.split("\n");
  const below = [...rest, ...(install === undefined ? [] : [install])].map((line) => `\n${indent}${line}`).join("");
  return `${yellow("–")} ${head} ${first}  ${dim(`for ${use}`)}${below}\n`;
}
