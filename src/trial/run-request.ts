import type { Command } from "./command.ts";
import { frame } from "./frames.ts";
import { StartError } from "./start-error.ts";

/** The message that asks the supervisor to run a command, and to call it `id`. */
export function runRequest(id: number, command: Command): Buffer {
  const settings = Object.entries(command.environment).map(setting);
  const fields = [
    command.cwd,
    String(command.timeLimit ?? 0),
    command.stdin ?? "",
    String(settings.length),
    ...settings,
  ];
  const body = ["run", String(id), ...fields, ...command.argv];
  if (command.argv.length === 0) throw new StartError("there is no command to run", "EINVAL");
  const bad = body.find((field) => field.includes("\0"));
  if (bad !== undefined) throw new StartError(`a command cannot hold a NUL byte: ${JSON.stringify(bad)}`, "EINVAL");
  return frame(body);
}

function setting([name, value]: [string, string | undefined]): string {
  if (name === "" || name.includes("=")) {
    throw new StartError(`not a name for an environment variable: ${JSON.stringify(name)}`, "EINVAL");
  }
  return value === undefined ? name : `${name}=${value}`;
}
