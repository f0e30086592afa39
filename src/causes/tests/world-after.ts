import type { TestName } from "../../../runtimes/protocol/suite.ts";
import type { World } from "../../trial/laboratory.ts";
import { byOwnCommand } from "./own-command.ts";
import { ownRunnerWorld } from "./own-runner.ts";
import type { SuiteMember } from "./suite.ts";
import type { VictimSearch } from "./victim-search.ts";
import { victimWorld } from "./victim-world.ts";

/**
 * The test after these, which run in this order. Alone and after a single one, by the runner's own command: that may be the answer. Not
 * any more once such a command has run other tests too, or in another order.
 */
export function worldAfter(search: VictimSearch, before: readonly TestName[]): World {
  const { command, commands, request, suite, victim } = search;
  const tests = [...before, victim.test];
  if (request.own) return ownRunnerWorld(command, request.own, tests);
  const world = victimWorld(command, suite, tests);
  const mayBeAnswer = before.length <= 1 && commands.inexact.size === 0;
  return mayBeAnswer ? byOwnCommand(search, tests, world) : world;
}

/** The same of tests of the suite. */
export function worldOf(search: VictimSearch, before: readonly SuiteMember[]): World {
  return worldAfter(
    search,
    before.map(({ test }) => test),
  );
}
