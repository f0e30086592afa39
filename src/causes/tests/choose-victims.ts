import { commandLine } from "../../core/command-line.ts";
import { listText } from "../../core/list-text.ts";
import { UserError } from "../../core/user-error.ts";
import { NotReproduced } from "../../run/ends/ends.ts";
import type { TestsRequest } from "./request.ts";
import type { Suite, SuiteMember } from "./suite.ts";

const maxNamed = 5;

/** The tests to explain: the one that the user names, or all that fail. */
export function chooseVictims({ tests, ended }: Suite, { failing, test }: TestsRequest): readonly SuiteMember[] {
  if (failing !== undefined) return [findTest(tests, failing)];
  const failed = tests.filter(({ outcome }) => outcome !== "passed");
  if (failed.length > 0) return failed;
  throw new NotReproduced(
    `None of the ${tests.length} tests of ${commandLine(test)} fails (${ended}). If one fails in another order, give that order: ` +
      "--seed N for the runner's own random order, or --order FILE with a JUnit report or a log. A test that fails only alone: " +
      "--failing NAME.",
  );
}

/** The test that is called like this, or has this text in its name. */
function findTest(tests: readonly SuiteMember[], text: string): SuiteMember {
  const exact = tests.find(({ id }) => id === text);
  const near = exact ? [exact] : tests.filter(({ id }) => id.includes(text));
  if (near.length === 1) return near[0]!;
  const names = listText(
    near.map(({ id }) => id),
    { max: maxNamed },
  );
  throw new UserError(
    near.length === 0
      ? `No test that ran is called ${text}. Some that did: ${listText(
          tests.map(({ id }) => id),
          { max: maxNamed },
        )}.`
      : `${near.length} tests have ${text} in their names: ${names}. Give the whole name of one.`,
  );
}
