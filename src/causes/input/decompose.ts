import { UserError } from "../../core/user-error.ts";
import type { Pass } from "../../passes/pass.ts";
import { byStructure } from "../../passes/passes-for.ts";
import { Syntax } from "../../passes/syntax.ts";
import { rangeTree, readRanges } from "../../syntax/ranges.ts";
import type { InputRequest } from "./request.ts";
import { runBriefly } from "./run-briefly.ts";

/** Seconds. */
const longest = 30;

/** Leaves out the parts that the user's own command sees in a text: it reads the text and prints ranges of bytes. */
export function decomposing({ decompose, cwd }: InputRequest): Pass[] {
  const parse = (bytes: Uint8Array) => rangeTree(rangesOf(decompose!, cwd, bytes), bytes.length);
  return byStructure(new Syntax(parse));
}

/** Sees, before any time is spent, that the command names parts of the input. */
export function checkParts({ decompose, cwd }: InputRequest, bytes: Uint8Array): void {
  if (rangeTree(rangesOf(decompose!, cwd, bytes), bytes.length).children.length > 0) return;
  throw new UserError(
    `--decompose named no part of the input, which has ${bytes.length} bytes: there is nothing to leave out.`,
  );
}

function rangesOf(command: string, cwd: string, bytes: Uint8Array) {
  const { status, signal, stdout, stderr } = runBriefly(command, longest, { cwd, input: bytes });
  if (status !== 0) {
    const said = stderr.toString().trim().split("\n").slice(-3).join("\n");
    throw new UserError(`--decompose ended with ${signal ?? `exit ${status}`}${said === "" ? "." : `:\n${said}`}`, 1);
  }
  const ranges = readRanges(stdout.toString());
  if (ranges) return ranges;
  const line = stdout.toString().split("\n")[0]!.slice(0, 80);
  throw new UserError(`--decompose must print two numbers per line, where a part starts and ends, not "${line}".`, 1);
}
