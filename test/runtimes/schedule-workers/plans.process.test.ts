import { expect, test } from "vitest";
import { parseLog, scheduleOf } from "../../../runtimes/protocol/schedule-log.ts";
import { branchesOff, isOnBranch, scheduleInto, trunk } from "../../../src/causes/schedule/verify/branches.ts";
import { lineOf, planOf, runPlan, runWithChoices } from "./worker-programs.ts";

test("the same plan gives the same log, 20 of 20 times", async () => {
  const plan = "policy uniform 3 4\n";
  const { log } = await runPlan(["lost-update.mjs"], plan);
  expect(log.match(/^run/gm)!.length).toBeGreaterThan(10);
  for (let i = 0; i < 20; i++) {
    const again = await runPlan(["lost-update.mjs"], i % 3 === 0 ? plan : planOf(log));
    expect(again.log).toBe(log);
  }
});

test("a lane stops before the step at which its segment ends, and others run meanwhile", async () => {
  const plan = "segment 1.1 22\nsegment 1.2 41\n";
  const { code, log } = await runPlan(["lost-update.mjs"], plan);
  expect(code).toBe(1);
  const write = `lost-update.mjs:${lineOf("lost-update.mjs", "WRITE")}:5`;
  expect(log).toMatch(
    new RegExp(`^run 1\\.1 22 writes counts\\[0\\] ${write}\n(.*\n)*?run 1\\.2 41 ends lost-update`, "m"),
  );
});

test("a watched step is logged, and the run stays the same", async () => {
  const policy = "policy uniform 5 6\n";
  const { log } = await runPlan(["lost-update.mjs"], policy);
  const watched = await runPlan(
    ["lost-update.mjs"],
    `${policy}watch 1.1 13\nwatch 1.1 14\nwatch 1 1\nwatch 1.2 1000\n`,
  );
  const line = lineOf("lost-update.mjs", "READ");
  const at = watched.log.match(/^at 1\.1 .*$/gm);
  expect(at).toEqual([expect.stringMatching(/^at 1\.1 13 /), expect.stringMatching(/^at 1\.1 14 /)]);
  expect(at!.join("\n")).toContain(`lost-update.mjs:${line}:18`);
  expect(watched.log.replace(/^at .*\n/gm, "")).toBe(log);
});

test("segments of lanes that do not exist or cannot run are skipped", async () => {
  const { log } = await runPlan(["lost-update.mjs"], "policy default\n");
  const plan = `segment 1 1\nsegment 1 1\nsegment 1.1 1000\nsegment 1.1 2000\nsegment 1.9 4\n`;
  expect((await runPlan(["lost-update.mjs"], plan)).code).toBe(0);
  expect((await runPlan(["lost-update.mjs"], planOf(log))).log).toBe(log);
});

test("a notify is missed if nobody waits yet", async () => {
  expect((await runPlan(["missed-notify.mjs"], "segment 1 4\nsegment 1.1 3\n")).code).toBe(0);
  const { code, log } = await runPlan(["missed-notify.mjs"], "segment 1 3\nsegment 1.1 3\n");
  expect(code).toBe(123);
  const line = lineOf("missed-notify.mjs", "WAIT");
  expect(log).toMatch(new RegExp(`^run 1 3 Atomics.wait missed-notify.mjs:${line}:5\n`, "m"));
  expect(log).toMatch(new RegExp(`^wait 1 notify - - missed-notify.mjs:${line}:\\d+\nend deadlock\n$`, "m"));
});

test("every lane that is said to be able to run can be made to run there", async () => {
  const { choices, log } = await runWithChoices(["message-order.mjs"], "");
  expect(log).toBe((await runPlan(["message-order.mjs"], "")).log);
  const branches = branchesOff(trunk, scheduleOf(parseLog(log)), choices, "threads");
  expect(branches.length).toBeGreaterThan(5);
  for (const branch of branches.filter((_, i) => i % 3 === 0)) {
    const plan = scheduleInto(branch).map(({ lane, count }) => `segment ${lane} ${count}\n`);
    const again = await runWithChoices(["message-order.mjs"], plan.join(""));
    expect(isOnBranch(branch, scheduleOf(parseLog(again.log)))).toBe(true);
  }
});
