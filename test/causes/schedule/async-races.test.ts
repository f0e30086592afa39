import { describe, expect, test } from "vitest";
import { controlled, events, repeat, replayOf } from "./controlled.ts";
import type { Ran } from "./execute.ts";

const races = [
  { program: "htpasswd.mjs", says: "alice bob", place: /fs\.open htpasswd\.mjs:14:9/ },
  { program: "stale-response.mjs", says: "results for cat", place: /net\.data stale-response\.mjs:7:29/ },
  { program: "double-callback.cjs", says: "once", place: /timeout double-callback\.cjs:5:3/ },
  { program: "init-twice.mjs", says: "made 1", place: /fs\.stat init-twice\.mjs:8:/ },
  { program: "message-race.mjs", says: "new", place: /message message-race\.mjs:12:24/ },
  { program: "close-before-open.mjs", says: "closed", place: /fs\.open close-before-open\.mjs:6:/ },
  { program: "pooled-socket.mjs", says: "none left", place: /net\.closed pooled-socket\.mjs:10:/ },
  {
    program: "timer-order.mjs",
    says: "tick, immediate 1, immediate 2, stat, readdir, timer 10, timer 10 again, timer 30",
    place: /fs\.readdir timer-order\.mjs:12:4/,
  },
];

describe.each(races)("$program", ({ program, says, place }) => {
  const words = ["node", program];

  test("passes in the default order, the same 20 times", async () => {
    const ran = await repeat(20, () => controlled(words));
    expect(ran[0]).toMatchObject({ code: 0, output: `${says}\n`, errors: "" });
    expect(ran[0]!.log).toMatch(place);
    expect(ran[0]!.log).toMatch(/^end exit 0$/m);
    for (const each of ran) expect(each).toEqual(ran[0]);
  });

  test("fails in another order, which replays the same 20 times", async () => {
    const failed = await firstFailing(words);
    const replayed = await repeat(20, () => controlled(words, replayOf(failed.log)));
    for (const each of replayed) expect(comparable(each)).toEqual(comparable(failed));
  });
});

async function firstFailing(words: readonly string[]): Promise<Ran> {
  for (let seed = 1; seed < 12; seed += 3) {
    const tried = await repeat(3, (round) => controlled(words, `policy uniform ${seed + round} 1\n`));
    const failed = tried.find(({ code }) => code !== 0);
    if (failed !== undefined) return failed;
  }
  throw new Error("no seed fails");
}

/** Where in its memory a program crashed is no matter of schedules. */
function comparable({ code, output, log }: { code: unknown; output: string; log: string }) {
  return { code, output, log };
}

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

test("a watched event is told", async () => {
  const { log } = await controlled(["node", "timer-order.mjs"], "watch 0.1 1\n");
  expect(log).toContain("at 0.1 1 timeout timer-order.mjs:6:1\n");
});

test("a program that does not end is ended by the limit", async () => {
  const ran = await controlled(["node", "endless.mjs"], "limit 1000\n");
  expect(ran).toMatchObject({ code: 124, errors: "culprit: still running after 1000 steps\n" });
  expect(events(ran.log).length).toBe(1000);
  expect(ran.log).toMatch(/end limit\n$/);
});

test("two ends of a connection that wait for each other for ever are a deadlock", async () => {
  const ran = await controlled(["node", "hung-socket.mjs"]);
  expect(ran.code).toBe(123);
  expect(ran.errors).toMatch(/^culprit: deadlock\n/);
  expect(ran.log).toMatch(/wait 0\.1 socket - - hung-socket\.mjs:5:3\nend deadlock\n$/);
});
