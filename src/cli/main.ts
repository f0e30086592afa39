#!/usr/bin/env node
import { findConfig } from "../application/config/config-file.ts";
import { defaultsFor, takesSettings, withPlaces } from "../application/config/defaults.ts";
import { type Defaults, readWords } from "../application/words.ts";
import { isNear } from "../core/near-word.ts";
import type { Command } from "./command.ts";
import { commandNames, commandsWithSettings, loadCommand } from "./commands.ts";
import { commandHelp } from "./help.ts";
import { reportError } from "./output/report-error.ts";
import { chooseColours } from "./output/terminal.ts";
import { overviewText } from "./overview-text.ts";
import { version } from "./version.ts";

// That nobody reads what we print is no reason to lose a search: its results are on disk, and its exit code says how it ended.
process.stderr.on("error", () => {});
process.stdout.on("error", onPrintError);
process.on("uncaughtException", (error) => process.exit(reportError(error)));
process.exitCode = await main(process.argv.slice(2));

async function main(given: readonly string[]): Promise<number> {
  // `culprit -- TEST` is the one door for a test that fails.
  /** Options that go with no command. */
  const general = ["--version", "-v", "--help", "-h"];
  const isShort = given.includes("--") && given[0]!.startsWith("-") && !general.includes(given[0]!);
  const argv = isShort ? ["why", ...given] : given;
  const isHelpOfCommand = argv[0] === "help" && argv.length > 1;
  const [name, ...rest] = isHelpOfCommand ? [...argv.slice(1), "--help"] : argv;
  if (name === "--version" || name === "-v") {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(await overviewText());
    return 0;
  }
  const command = name === undefined ? undefined : await loadCommand(name);
  if (command === undefined) {
    process.stderr.write((name === undefined ? "" : unknownCommand(name)) + (await overviewText()));
    return 2;
  }
  const own = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (own.includes("--help") || own.includes("-h")) {
    const action = command.actions?.find((each) => each.name === `${name} ${own[0]}`);
    process.stdout.write(commandHelp(action ?? command));
    return 0;
  }
  try {
    const defaults = projectDefaults(command);
    const words = readWords(command, rest, defaults);
    try {
      chooseColours(words.value("color") ?? "auto");
      return await command.run(words);
    } catch (error) {
      throw defaults ? withPlaces(error, defaults, words) : error;
    }
  } catch (error) {
    return reportError(error);
  }
}

function unknownCommand(written: string): string {
  const near = commandNames.find((name) => isNear(name, written));
  return `There is no command ${written}.${near === undefined ? "" : ` Did you mean culprit ${near}?`}\n\n`;
}

/** What the settings of the project give to a command. */
function projectDefaults(command: Command): Defaults | undefined {
  if (!takesSettings(command)) return undefined;
  const cwd = process.cwd();
  const config = findConfig(cwd);
  return config && defaultsFor(command, config, { commands: commandsWithSettings, cwd });
}

/** What is printed is lost. A reader that is gone, such as head, has read what it wanted. */
function onPrintError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  process.stderr.write(
    `culprit: cannot print: ${error.message}. If it was a finding, culprit show last prints it again.\n`,
  );
  process.once("exit", () => {
    process.exitCode ||= 1;
  });
}
