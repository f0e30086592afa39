import { accessSync, constants, readFileSync } from "node:fs";
import { constants as system } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { shellAdvice } from "../command/missing-program.ts";
import type { TestCommand } from "../command/test-command.ts";

/** The user's test could not be started at all; it has no outcome. */
export class StartError extends Error {
  override readonly name = "StartError";
  /** The name of the system's error, such as `ENOENT`. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** What is known about a program that was not started, from the name of the system's error. */
type ReasonFor = (command: TestCommand, code: string) => string | undefined;

/**
 * Explains why a command was not started, from the step that failed (`cwd`, `stdin`, `exec`, …) and the error number.
 * `reasonFor` has to be given where the command ran on another machine.
 */
export function startError(
  command: TestCommand,
  { step, errno }: { readonly step: string; readonly errno: number },
  reasonFor: ReasonFor = reasonHere,
): StartError {
  const code = Object.entries(system.errno).find(([, number]) => number === errno)?.[0] ?? `error ${errno}`;
  const program = command.argv[0] ?? "";
  const message =
    step === "exec"
      ? `cannot start ${program}: ${reasonFor(command, code) ?? code}`
      : failedStep(command, { step, code, program });
  return new StartError(message, code);
}

function failedStep(
  command: TestCommand,
  { step, code, program }: Readonly<Record<"step" | "code" | "program", string>>,
) {
  if (step === "cwd") return `cannot enter the folder ${command.cwd} to run ${program}: ${code}`;
  if (step === "copy") return `cannot keep the output of ${program} in ${command.stdoutCopy}: ${code}`;
  if (step === "stdin") return `cannot open ${command.stdin} as the standard input of ${program}: ${code}`;
  return `cannot start ${program}: ${step} failed (${code}); run fewer tests at a time`;
}

const reasonHere: ReasonFor = ({ argv: [program = ""], cwd }, code) =>
  program.includes("/") ? reasonAt(resolve(cwd, program), code) : reasonInPath(program, code);

function reasonInPath(program: string, code: string): string | undefined {
  if (code !== "ENOENT" && code !== "EACCES") return undefined;
  // An unreadable folder in PATH gives EACCES too, whether or not the program is in any folder.
  const isThere = (process.env.PATH ?? "").split(delimiter).some((folder) => exists(join(folder, program)));
  return code === "EACCES" && isThere
    ? "it is in PATH but not executable"
    : `no such command in PATH; to run a file in this folder, put ./ before its name${shellAdvice(program)}`;
}

function reasonAt(path: string, code: string): string | undefined {
  if (code === "EACCES" && exists(path)) return `${path} is not executable; try chmod +x`;
  if (code !== "ENOENT") return undefined;
  if (!exists(path)) return `${path} does not exist`;
  const interpreter = /^#!\s*(\S+)/.exec(readFileSync(path, "latin1"))?.[1];
  return `${path} exists, but its interpreter ${interpreter ?? "(the dynamic loader)"} does not`;
}

function exists(path: string): boolean {
  try {
    accessSync(path, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}
