import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseLog, scheduleOf } from "../../../runtimes/protocol/schedule-log.ts";
import { branchesOff, isOnBranch, scheduleInto, trunk } from "../../../src/causes/schedule/verify/branches.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import type { Ran } from "../execute.ts";
import { controlled, events, repeat, withChoices } from "./event-programs.ts";

test("every policy makes the same choices for the same seed, and others for another", async () => {
  for (const policy of ["uniform 1 2", "pct 1 3 30", "biased 1 4"]) {
    const [first, second] = await repeat(2, () => controlled(["node", "stale-response.mjs"], `policy ${policy}\n`));
    expect(first).toEqual(second);
  }
  const seeds = await repeat(6, (seed) => controlled(["node", "timer-order.mjs"], `policy pct ${seed} 3 8\n`));
  expect(new Set(seeds.map(({ log }) => events(log).join(" "))).size).toBeGreaterThan(2);
});

test("immediates, timers of one duration, and timers far apart keep their order under every seed", async () => {
  const ran = await repeat(12, (seed) => controlled(["node", "timer-order.mjs"], `policy uniform ${seed} 1\n`));
  for (const { output } of ran) {
    const order = output.trim().split(", ");
    const before = (first: string, second: string) => expect(order.indexOf(first)).toBeLessThan(order.indexOf(second));
    before("immediate 1", "immediate 2");
    before("timer 10", "timer 10 again");
    before("timer 10 again", "timer 30");
  }
});

test("an event has the same id and place in every order", async () => {
  const logs = await repeat(6, (seed) => controlled(["node", "timer-order.mjs"], `policy uniform ${seed} 1\n`));
  const lanes = ({ log }: Ran) => log.match(/^lane .*/gm)?.sort();
  for (const each of logs) expect(lanes(each)).toEqual(lanes(logs[0]!));
});

test("an order that no longer fits is followed as far as it goes", async () => {
  const { log } = await controlled(["node", "htpasswd.mjs"]);
  const order = events(log);
  const plan = ["0.77", ...order.toReversed(), "0.1.99"].map((id) => `segment ${id} 1\n`).join("");
  const ran = await controlled(["node", "htpasswd.mjs"], plan);
  expect(ran.log).toMatch(/^end exit [01]$/m);
});

test("a watched event is logged", async () => {
  const { log } = await controlled(["node", "timer-order.mjs"], "watch 0.1 1\n");
  expect(log).toContain("at 0.1 1 timeout timer-order.mjs:6:1\n");
});

test("every event that is said to be able to run can be made to run there", async () => {
  const words = ["node", "timer-order.mjs"];
  const { choices, log } = await withChoices(words, "");
  expect(log).toBe((await controlled(words)).log);
  const order = scheduleOf(parseLog(log));
  const branches = branchesOff(trunk, order, choices, "events");
  expect(branches.length).toBeGreaterThan(3);
  for (const branch of branches.slice(0, 8)) {
    const plan = scheduleInto(branch).map(({ lane }) => `segment ${lane} 1\n`);
    const again = await withChoices(words, plan.join(""));
    expect(isOnBranch(branch, scheduleOf(parseLog(again.log)))).toBe(true);
  }
});

test("a watched event is logged with the calls that led to it", async () => {
  const folder = temporaryFolder("callers");
  writeFileSync(join(folder, "app.mjs"), "const later = () => setTimeout(() => {}, 1);\nlater(), later();\n");
  const { log } = await controlled(["node", "app.mjs"], "watch 0.1 1\nwatch 0.2 1\n", folder);
  expect(log.match(/^at .*/gm)).toEqual([
    "at 0.1 1 timeout app.mjs:1:21 from line 2:1",
    "at 0.2 1 timeout app.mjs:1:21 from line 2:10",
  ]);
});
