import { UserError } from "../../core/user-error.ts";
import type { Run } from "../../run/run.ts";
import { commandForTests } from "../../suites/commands/command-for-tests.ts";
import { Repository } from "../../world/git/repository.ts";
import type { Context } from "./context.ts";
import type { FailingTest } from "./failing-test.ts";
import { type FirstRun, testNames } from "./first-run.ts";
import type { SinceGreen } from "./green/green-memory.ts";
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
  /** Undefined: the folder is in none, or git cannot be asked. */
  readonly repository: Repository | undefined;
  /** Undefined: it has not passed here yet, as far as we know. */
  readonly since?: SinceGreen;
}

export function contextOf(
  { run, request, first, failing, command, repository, since }: Started,
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
    ...(since ? { since } : {}),
    repository,
    now: Date.parse(run.record.header.started),
  };
}

/** Much can be tried without git, so that it is missing or refuses is only worth a note. */
export function repositoryAt(cwd: string, run: Run): Repository | undefined {
  try {
    return Repository.containing(cwd);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    run.note(`${error.message}\nWhat needs git is not tried.`);
    return undefined;
  }
}
