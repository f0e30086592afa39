import { describe, expect, test } from "vitest";
import { leaveOpen } from "../../bench/left-open.ts";
import { RunsApi } from "../../src/web/server/api.ts";
import type { EventStream } from "../../src/web/server/event-stream.ts";
import { newFolder } from "../cli/culprit.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { until } from "../until.ts";

const built = new URL("../../dist/src/web/server/page-server.js", import.meta.url).href;

test("a stream that is watched for long keeps nothing for each look", async () => {
  let [reactions, close] = [0, () => {}];
  const closing = new Promise<void>((resolve) => (close = resolve));
  const closed = {
    // biome-ignore lint/suspicious/noThenProperty: it counts what is registered with a promise
    then: (...how: Parameters<Promise<void>["then"]>) => {
      reactions++;
      return closing.then(...how);
    },
  } as Promise<void>;
  let looks = 0;
  const stream = {
    closed,
    get isReady() {
      looks++;
      return true;
    },
    send: () => {},
  } as unknown as EventStream;
  const ended = new RunsApi([newFolder().path], "none").watchRun(
    stream,
    { folder: 0, id: "none" },
    { journal: 0, steps: 0 },
  );
  await until(() => looks >= 4);
  expect(reactions).toBe(1);
  close();
  await ended;
});

describe("pages on five runs that are left open", skippedBecause(missing("chromium")), () => {
  test("and their server do not grow, and leave nothing when they are closed", async () => {
    const { servePage } = (await import(built)) as typeof import("../../src/web/server/page-server.ts");
    const plan = { runs: 5, rounds: 6, steps: 200, parts: 2, every: 2, lostEvery: 5, servePage };
    // How much memory they take is measured by the bench: it depends on when the browser cleans up.
    const [first, , third, closed] = await leaveOpen(plan);
    expect(third!.listeners).toBe(first!.listeners);
    expect(closed!.descriptors).toBeLessThanOrEqual(first!.descriptors - plan.runs);
    expect(closed!.timers).toBeLessThanOrEqual(first!.timers - plan.runs);
  });
});
