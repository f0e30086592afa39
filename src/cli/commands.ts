import { type ApplicationName, applications } from "../causes/applications.ts";
import type { Command } from "./command.ts";

type LoadCommand = () => Promise<Command>;

/** All commands, in the order in which the help shows them. Each is loaded when it is asked for: most calls need one. */
const commands: Readonly<Record<string, LoadCommand>> = {
  demo: async () => (await import("./demo.ts")).demoCommand,
  ...Object.fromEntries((Object.keys(applications) as ApplicationName[]).map((name) => [name, ofApplication(name)])),
  // Besides searching, it watches.
  why: async () => (await import("./why.ts")).whyCommand(),
  capture: async () => (await import("./capture.ts")).captureCommand,
  // Besides searching, it builds, records, replays and explores.
  schedule: async () => (await import("./schedule/schedule.ts")).scheduleCommand(),
  ci: async () => (await import("./ci/ci.ts")).ciCommand,
  runs: async () => (await import("./runs.ts")).runsCommand,
  show: async () => (await import("./show/show.ts")).showCommand,
  resume: async () => (await import("./resume.ts")).resumeCommand,
  doctor: async () => (await import("./doctor/doctor.ts")).doctorCommand(commandNames),
  completions: async () => (await import("./completions/completions.ts")).completionsCommand(loadAllCommands),
  serve: async () => (await import("./serve.ts")).serveCommand,
  mcp: async () => (await import("./mcp.ts")).mcpCommand(loadCommand),
};

export const commandNames: readonly string[] = Object.keys(commands);

/** Those that a project may set something for. What serves others than the user takes nothing from a file of the project. */
export const commandsWithSettings = commandNames.filter(
  (name) => !["demo", "completions", "serve", "mcp"].includes(name),
);

export function loadCommand(name: string): Promise<Command> | undefined {
  return Object.hasOwn(commands, name) ? commands[name]!() : undefined;
}

export function loadAllCommands(): Promise<Command[]> {
  return Promise.all(Object.values(commands).map((load) => load()));
}

function ofApplication(name: ApplicationName): LoadCommand {
  return async () => (await import("./application-command.ts")).applicationCommand(name);
}
