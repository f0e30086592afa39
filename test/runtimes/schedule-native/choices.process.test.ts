import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { choicesPath, parseChoices } from "../../../runtimes/protocol/schedule-choices.ts";
import { parseLog, scheduleOf } from "../../../runtimes/protocol/schedule-log.ts";
import type { Schedule } from "../../../runtimes/protocol/schedule-plan.ts";
import { branchesOff, isOnBranch, scheduleInto, trunk } from "../../../src/causes/schedule/verify/branches.ts";
import { nativePrograms } from "./native-programs.ts";

const programs = await nativePrograms();

function runWithChoices(program: string, schedule: Schedule) {
  const segments = schedule.map(({ lane, count }) => `segment ${lane} ${count}`);
  const run = programs.execute(program, ["choices", ...segments]);
  const { choices } = parseChoices(readFileSync(choicesPath(join(programs.folder, "log")), "utf8"));
  return { run, turns: scheduleOf(parseLog(run.log)), choices };
}

test.each(["lost-update.c", "abba.c", "missed-signal.c", "check-then-act.c"])(
  "%s: every lane that is said to be able to run can be made to run there",
  async (source) => {
    const program = await programs.build(source);
    const { run, turns, choices } = runWithChoices(program, []);
    expect(run).toEqual(programs.execute(program, []));
    const branches = branchesOff(trunk, turns, choices, "threads");
    expect(branches.length).toBeGreaterThan(3);
    const every = Math.ceil(branches.length / 25);
    for (const branch of branches.filter((_, i) => i % every === 0))
      expect({ branch, followed: isOnBranch(branch, runWithChoices(program, scheduleInto(branch)).turns) }).toEqual({
        branch,
        followed: true,
      });
  },
);

test("a thread that yields does not go on where a plan ends, and is not said to be able to", async () => {
  const program = await programs.build("spin-wait.c");
  const segments = ["choices", "limit 20000"];
  const run = programs.execute(program, segments, ["yield"]);
  const { choices } = parseChoices(readFileSync(choicesPath(join(programs.folder, "log")), "utf8"));
  const yields = parseLog(run.log).runs.filter(({ where }) => /yield/.test(where));
  expect(yields.length).toBeGreaterThan(0);
  for (const { lane, count } of yields) {
    const choice = choices.find((each) => each.lane === lane && each.count === count);
    expect(choice?.ready ?? []).not.toContain(lane);
  }
});
