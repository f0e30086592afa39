import type { CommandHelp, Option } from "../application/words.ts";
import type { Command } from "./command.ts";
import { exitCodes } from "./help.ts";

/** The manual page, made from the same table as the help. */
export function manPage(commands: readonly Command[], version: string): string {
  return `${[
    `.TH CULPRIT 1 "" "culprit ${version}"`,
    ".SH NAME",
    "culprit \\- find why a program fails, by experiment",
    ".SH SYNOPSIS",
    ".B culprit",
    text("COMMAND … \\-\\- TEST…"),
    ".SH DESCRIPTION",
    text("TEST is a program with its arguments that exits 0 when all is well; {} in it stands for the candidate."),
    ".SH COMMANDS",
    ...commands.flatMap((command) => [command, ...(command.actions ?? [])]).flatMap(commandSection),
    ".SH EXIT STATUS",
    ...exitCodes.flatMap(({ code, meaning, details = meaning }) => [".TP", `.B ${code}`, text(details)]),
    ".SH FILES",
    ".TP",
    ".I .culprit/",
    "The records of runs in a folder, which git ignores.",
    ".TP",
    ".I culprit.config.json",
    "Settings of a project, or under culprit in package.json.",
    ".SH ENVIRONMENT",
    ...[".TP", ".B NO_COLOR, FORCE_COLOR", "No colours, or colours everywhere."],
    ...[".TP", ".B CULPRIT_ENGINE", text("The default of --engine.")],
    ...[".TP", ".B CULPRIT_SERVE_TOKEN", text("The default of --token of culprit serve.")],
    ...[".TP", ".B AI_AGENT", text("As --agent, where no terminal is.")],
  ].join("\n")}\n`;
}

function commandSection({ name, usage, about, options, example }: CommandHelp): string[] {
  return [
    `.SS ${text(name)}`,
    ...usage.split("\n").flatMap((line) => [".B", text(line.trim()), ".br"]),
    ".PP",
    text(`${about[0]!.toUpperCase()}${about.slice(1)}.`),
    ...options.flatMap(optionLines),
    ".PP",
    ".nf",
    ...example.split("\n").map(text),
    ".fi",
  ];
}

function optionLines({ name, value, about }: Option): string[] {
  return [".TP", `.B ${text(`--${name}`)}${value === undefined ? "" : ` ${text(value)}`}`, text(about)];
}

/** A line of text for roff: nothing in it is a request, and hyphens can be copied. */
function text(line: string): string {
  const escaped = line.replaceAll("\\-", "-").replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
