import type { Run } from "../../run/run.ts";
import { commandForTests } from "../../suites/commands/command-for-tests.ts";
import { Repository } from "../../world/git/repository.ts";
import type { Context } from "./context.ts";
import type { FailingTest } from "./failing-test.ts";
import { type FirstRun, testNames } from "./first-run.ts";
import type { Inquiry } from "./inquiry.ts";
import type { WhyRequest } from "./request.ts";
import type { LoadApplication } from "./run-instrument.ts";
import type { TestedCommand } from "./worlds/tested-command.ts";

/** All that is known once the test has failed. */
export interface Started {
  readonly run: Run;
  readonly request: WhyRequest;
  readonly load: LoadApplication;
  readonly inquiry: Inquiry;
  readonly first: FirstRun;
  readonly failing: FailingTest;
  readonly command: TestedCommand["command"];
}

export function contextOf(
  { run, request, first, failing, command }: Started,
  { isAlone }: { readonly isAlone: boolean },
): Context {
  const { test } = failing;
  const known = testNames(first);
  const { started } = first;
  const own =
    test && started && isAlone
      ? commandForTests({ words: request.test, cwd: request.cwd, started, tests: known }, [test])
      : undefined;
  return {
    run,
    request,
    tested: { command, isAlone, known, ...(test ? { victim: test } : {}) },
    words: own ?? request.test,
    repository: Repository.containing(request.cwd),
    now: Date.parse(run.record.header.started),
  };
}
