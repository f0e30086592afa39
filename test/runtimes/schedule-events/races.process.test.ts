import { describe, expect, test } from "vitest";
import type { Ran } from "../execute.ts";
import { controlled, repeat, replayOf } from "./event-programs.ts";

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

/** Without `errors`: they may contain memory addresses. */
function comparable({ code, output, log }: { code: unknown; output: string; log: string }) {
  return { code, output, log };
}
