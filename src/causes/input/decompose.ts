import { UserError } from "../../core/user-error.ts";
import type { Pass } from "../../passes/pass.ts";
import { byStructure } from "../../passes/passes-for.ts";
import { Syntax } from "../../passes/syntax.ts";
import { type ByteRange, rangeTree, readRanges } from "../../syntax/ranges.ts";
import type { InputRequest } from "./request.ts";
import { runUserCommand } from "./user-command.ts";

const maxSeconds = 30;

/** Passes that leave out the parts that the user's own command finds: it reads the text and prints ranges of bytes. */
export function decomposePasses(request: InputRequest): Pass[] {
  const parse = (bytes: Uint8Array) => rangeTree(runDecompose(request, bytes), bytes.length);
  return byStructure(new Syntax(parse));
}

/** Checks, before any time is spent, that the command names parts of the input. */
export function checkDecompose(request: InputRequest, bytes: Uint8Array): void {
  if (rangeTree(runDecompose(request, bytes), bytes.length).children.length > 0) return;
  throw new UserError(
    `--decompose named no part of the input, which has ${bytes.length} bytes: there is nothing to leave out.`,
  );
}

function runDecompose({ decompose, cwd }: InputRequest, bytes: Uint8Array): Iterable<ByteRange> {
  const { status, signal, stdout, stderr } = runUserCommand({ command: decompose!, cwd, input: bytes, maxSeconds });
  if (status !== 0) {
    const printed = stderr.toString().trim().split("\n").slice(-3).join("\n");
    const ended = signal ?? `exit ${status}`;
    throw new UserError(`--decompose ended with ${ended}${printed === "" ? "." : `:\n${printed}`}`, 1);
  }
  const ranges = readRanges(stdout.toString());
  if (ranges) return ranges;
  const line = stdout.toString().split("\n")[0]!.slice(0, 80);
  throw new UserError(`--decompose must print two numbers per line, where a part starts and ends, not "${line}".`, 1);
}
