import type { TestCommand } from "../command/test-command.ts";
import { StartError } from "./start-error.ts";
import { encodeFrame } from "./supervisor-frames.ts";

/** The message that asks the supervisor to run a command under the number `id`. */
export function runRequest(id: number, command: TestCommand): Buffer {
  const settings = Object.entries(command.environment).map(setting);
  const fields = [
    command.cwd,
    String(command.timeLimit ?? 0),
    command.stdin ?? "",
    command.stdoutCopy ?? "",
    String(command.turn ?? ""),
    String(settings.length),
    ...settings,
  ];
  const body = ["run", String(id), ...fields, ...command.argv];
  if (command.argv.length === 0) throw new StartError("the command is empty", "EINVAL");
  const bad = body.find((field) => field.includes("\0"));
  if (bad !== undefined) throw new StartError(`a command cannot contain a NUL byte: ${JSON.stringify(bad)}`, "EINVAL");
  return encodeFrame(body);
}

function setting([name, value]: [string, string | undefined]): string {
  if (name === "" || name.includes("=")) {
    throw new StartError(`not a valid name for an environment variable: ${JSON.stringify(name)}`, "EINVAL");
  }
  return value === undefined ? name : `${name}=${value}`;
}
