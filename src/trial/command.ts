import { frame } from "./frames.ts";
import { StartError } from "./start-error.ts";

/** A program to run, without a shell. */
export interface Command {
  /** The program, looked up in PATH if it has no slash, and its arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Changes to the environment that it inherits: undefined removes a name. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The file to read as standard input, relative to `cwd`; none is /dev/null. */
  readonly stdin: string | undefined;
  /** Milliseconds after which it is killed. */
  readonly timeLimit: number | undefined;
}

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
