import type { ProgramRun } from "../../../lines/program-run.ts";
import { watchableCommand } from "../../../suites/test-runner.ts";
import type { StateRequest } from "../request.ts";

/** All runs that the user named, in processes that can be watched: first the failing one and the passing one, then the others. */
export function programRunsOf({ cwd, pass, fail, stdin = {}, also, expected }: StateRequest): ProgramRun[] {
  const failing = [{ words: fail, ...stdinOf(stdin.fail) }, ...also.fail];
  const passing = [{ words: pass, ...stdinOf(stdin.pass) }, ...also.pass];
  const [first, ...others] = failing.map((each, i) => ({
    ...each,
    fails: true,
    ...(expected[i] === undefined ? {} : { expected: expected[i] }),
  }));
  const [partner, ...rest] = passing.map((each) => ({ ...each, fails: false }));
  return [first!, partner!, ...others, ...rest].map((each) => ({ ...each, words: watchableCommand(each.words, cwd) }));
}

function stdinOf(stdin: string | undefined): { stdin?: string } {
  return stdin === undefined ? {} : { stdin };
}
