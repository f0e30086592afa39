import type { Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { leaveOpen } from "../../bench/left-open.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import { RunsApi } from "../../src/web/server/api.ts";
import type { EventStream } from "../../src/web/server/event-stream.ts";
import { newFolder } from "../cli/culprit.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { until } from "../until.ts";
import { newPage, startBrowser } from "./browser.ts";

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

describe("a page on which runs come and go", skippedBecause(missing("chromium")), () => {
  test("has one stream of events at a time, and neither it nor the server keeps anything of them", async () => {
    const { servePage } = (await import(built)) as typeof import("../../src/web/server/page-server.ts");
    const folder = newFolder().path;
    const token = "0123456789abcdef";
    const server = await servePage({ folders: [folder], host: "127.0.0.1", port: 0, token, program: "none" });
    const browser = await startBrowser();
    try {
      const { page, errors } = await newPage(browser);
      const streams = new Set<Request>();
      page.on("request", (request) => request.url().includes("/events") && streams.add(request));
      for (const end of ["requestfinished", "requestfailed"] as const)
        page.on(end as "requestfinished", (request) => streams.delete(request));
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Performance.enable");
      const take = async () => {
        await devtools.send("HeapProfiler.collectGarbage");
        const { metrics } = await devtools.send("Performance.getMetrics");
        const listeners = metrics.find(({ name }) => name === "JSEventListeners")!.value;
        const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
        return { listeners, timers };
      };
      await page.goto(`http://127.0.0.1:${server.port}/#token=${token}`);
      const figures = [];
      for (let round = 0; round < 3; round++) {
        await page.getByText("No run was made").waitFor();
        // A browser tells a little later that a connection was closed.
        await until(() => streams.size === 1);
        figures.push(await take());
        const record = newRecord(folder);
        const followed = page.waitForResponse((response) => response.url().includes("/events?"));
        await page.locator(".runs a").click();
        await followed;
        record.remove();
        await page.getByText("The record of this run was removed.").waitFor();
        await page.goBack();
      }
      const [, second, last] = figures;
      expect(last).toEqual(second);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});

function newRecord(folder: string): RunRecord {
  const conditions = { jobs: 1, failure: { mode: "same" }, repeat: 1 } as const;
  const request = { cwd: folder, test: ["./check"], conditions };
  return RunRecord.create(folder, { kind: "input", version: "0.1.0", request });
}
