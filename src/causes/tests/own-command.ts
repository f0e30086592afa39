import type { TestName } from "../../../runtimes/protocol/suite.ts";
import { commandLine } from "../../core/command-line.ts";
import { commandForTests } from "../../suites/commands/command-for-tests.ts";
import { type SuiteReport, testKey } from "../../suites/suite-report.ts";
import { suiteWorld } from "../../suites/suite-world.ts";
import { executionOfTest } from "../../suites/test-outcome.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Execution } from "../../trial/process/execution.ts";
import type { VictimSearch } from "./victim-search.ts";

/**
 * The same world by a command of the runner's own, as the user would type it: what it shows, the user can see too. Only its report is
 * read. Where it does not run exactly these tests, the world itself is executed.
 */
export function byOwnCommand(search: VictimSearch, tests: readonly TestName[], world: World): World {
  const { command, commands, victim } = search;
  const argv = commands.inexact.has(world.content) ? undefined : ownCommand(search, tests);
  if (!argv) return world;
  const own = suiteWorld(
    { ...command, argv },
    {
      content: world.content,
      plan: {},
      judge: (execution, report) => {
        const isExact = ranExactly(report, tests);
        const ofVictim = executionOfTest(execution, isExact ? report : { tests: [] }, victim.test);
        if (isExact) commands.exact.set(world.content, `${commandLine(argv)}${remark(execution, ofVictim)}`);
        else commands.inexact.add(world.content);
        return ofVictim;
      },
    },
  );
  return { ...own, fallback: world };
}

/** The test passes, but the command does not: a comment for the shell says why. */
function remark({ exit }: Execution, ofVictim: Execution): string {
  return ofVictim.exit === 0 && exit !== 0 ? `  # exit ${exit}: another test in it fails` : "";
}

function ownCommand({ request, suite }: VictimSearch, tests: readonly TestName[]): readonly string[] | undefined {
  const { started } = suite;
  const all = suite.tests.map(({ test }) => test);
  return started && commandForTests({ words: request.test, cwd: request.cwd, started, tests: all }, tests);
}

function ranExactly({ tests: ran }: SuiteReport, tests: readonly TestName[]): boolean {
  return ran.length === tests.length && ran.every(({ test }, i) => testKey(test) === testKey(tests[i]!));
}
