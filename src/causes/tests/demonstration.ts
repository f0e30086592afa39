import type { TestName } from "../../../runtimes/protocol/suite.ts";
import type { BrokenAssumption } from "../../core/finding.ts";
import { confirm } from "../../run/confirm.ts";
import type { World } from "../../trial/laboratory.ts";
import { type DecidingTest, plannedTest } from "./loads.ts";
import { byOwnCommand } from "./own-command.ts";
import type { VictimSearch } from "./victim-search.ts";
import { worldAfter } from "./world-after.ts";

/** Two commands that show it, each seen to do so. Undefined: the runner has none that does. */
export interface Demonstration {
  readonly passing?: string;
  readonly failing?: string;
}

interface Found {
  readonly how: "polluted" | "brittle";
  readonly others: readonly DecidingTest[];
  /** They were the only ones left before they were tried. */
  readonly wasExpected: boolean;
}

interface Confirmed {
  readonly demonstration: Demonstration;
  readonly assumptions: readonly BrokenAssumption[];
}

/**
 * Runs both once more, by commands of the runner's own if it has such. Not what such a command has shown already: the test alone, and
 * what the search expected of the tests that it was left with.
 */
export async function confirmExplanation(
  search: VictimSearch,
  { how, others, wasExpected }: Found,
): Promise<Confirmed> {
  const [after, alone] = how === "polluted" ? (["fail", "pass"] as const) : (["pass", "fail"] as const);
  const sides = [
    { outcome: after, before: others.map(plannedTest), isShown: wasExpected },
    { outcome: alone, before: [], isShown: true },
  ];
  const assumptions: BrokenAssumption[] = [];
  const demonstration: { passing?: string; failing?: string } = {};
  for (const { outcome, before, isShown } of sides) {
    const side = outcome === "pass" ? "passing" : "failing";
    const world = withOwnCommand(search, before);
    const claim = (of: World) => confirm(search.run, [{ world: of, outcome, name: `${side} order` }]);
    const broken = isShown && search.commands.exact.has(world.content) ? [] : await claim(world);
    const command = search.commands.exact.get(world.content);
    if (broken.length === 0 && command !== undefined) demonstration[side] = command;
    if (broken.length > 0) assumptions.push(...(world.fallback ? await claim(world.fallback) : broken));
  }
  return { demonstration, assumptions };
}

function withOwnCommand(search: VictimSearch, before: readonly TestName[]): World {
  const world = worldAfter(search, before);
  return world.fallback ? world : byOwnCommand(search, [...before, search.victim.test], world);
}
