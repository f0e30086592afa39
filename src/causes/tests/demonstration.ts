import type { TestName } from "../../../runtimes/protocol/suite.ts";
import { commandLine } from "../../core/command-line.ts";
import type { BrokenAssumption } from "../../core/finding.ts";
import { type Claim, confirm } from "../../run/confirm.ts";
import { commandForTests } from "../../suites/commands/command-for-tests.ts";
import { suiteWorld } from "../../suites/suite-world.ts";
import { executionOfTest } from "../../suites/test-outcome.ts";
import type { World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { type DecidingTest, plannedTest } from "./loads.ts";
import { type VictimSearch, worldAfter } from "./victim-search.ts";

/** Two commands that show it, each seen to do so. Undefined: the runner has none that does. */
export interface Demonstration {
  readonly passing?: string;
  readonly failing?: string;
}

interface Found {
  readonly how: "polluted" | "brittle";
  readonly others: readonly DecidingTest[];
}

/** Runs both once more, by commands of the runner's own if it has such. */
export async function confirmExplanation(
  search: VictimSearch,
  { how, others }: Found,
): Promise<{ readonly demonstration?: Demonstration; readonly assumptions: readonly BrokenAssumption[] }> {
  const before = others.map(plannedTest);
  const sides = [
    { side: how === "polluted" ? "failing" : "passing", tests: [...before, search.victim.test] },
    { side: how === "polluted" ? "passing" : "failing", tests: [search.victim.test] },
  ] as const;
  const assumptions: BrokenAssumption[] = [];
  const demonstration: { passing?: string; failing?: string } = {};
  for (const { side, tests } of sides) {
    const words = ownCommand(search, tests);
    const isShown =
      words !== undefined && (await holds(search, claim(side, commandWorld(search, words, tests)))).length === 0;
    if (isShown) demonstration[side] = commandLine(words);
    else assumptions.push(...(await holds(search, claim(side, worldAfter(search, tests.slice(0, -1))))));
  }
  return { demonstration, assumptions };
}

function claim(side: "passing" | "failing", world: World): Claim {
  return { world, outcome: side === "passing" ? "pass" : "fail", name: `${side} order` };
}

function holds({ run }: VictimSearch, one: Claim): Promise<BrokenAssumption[]> {
  return confirm(run, [one]);
}

function ownCommand({ request, suite }: VictimSearch, tests: readonly TestName[]): readonly string[] | undefined {
  const { started } = suite;
  const all = suite.tests.map(({ test }) => test);
  return started && commandForTests({ words: request.test, cwd: request.cwd, started, tests: all }, tests);
}

/** The command as the user would type it; only its report is read. */
function commandWorld({ command, victim }: VictimSearch, argv: readonly string[], tests: readonly TestName[]): World {
  return suiteWorld(
    { ...command, argv },
    {
      content: contentHash(JSON.stringify(argv)),
      plan: {},
      judge: (execution, report) => {
        const isExact = report.tests.length === tests.length;
        return executionOfTest(execution, isExact ? report : { tests: [] }, victim.test);
      },
    },
  );
}
