import { appendFileSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type CDPSession, chromium, type Page } from "playwright-core";
import { count } from "../src/report/quantity.ts";
import { RunRecord } from "../src/run/record/record.ts";
import type { servePage } from "../src/web/server/page-server.ts";

/** How much there is of everything that could grow, in the server and in all pages together. */
export interface LeftOpenFigures {
  /** Milliseconds since the pages were opened. */
  readonly at: number;
  readonly serverHeap: number;
  /** Open files and connections of the server. */
  readonly descriptors: number;
  readonly timers: number;
  readonly pageHeap: number;
  readonly listeners: number;
  readonly nodes: number;
}

export interface LeftOpen {
  readonly runs: number;
  /** In each round all runs begin anew, and get so many steps in as many parts. */
  readonly rounds: number;
  readonly steps: number;
  readonly parts: number;
  /** Rounds after which figures are taken. */
  readonly every: number;
  /** The server is lost, and comes back, after this many rounds. */
  readonly lostEvery?: number;
  /** Only a server that was built has the script of the page. */
  readonly servePage: typeof servePage;
}

const token = "0123456789abcdef";

/** Leaves a page open on each of some runs that go on and on. The last figures are those after all pages were closed. */
export async function leaveOpen({
  runs,
  rounds,
  steps,
  parts,
  every,
  lostEvery = Infinity,
  servePage: serve,
}: LeftOpen) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-open-")));
  const options = { folders: [folder], host: "127.0.0.1", token, program: "none" };
  let server = await serve({ ...options, port: 0 });
  const { port } = server;
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  const began = performance.now();
  const figures: LeftOpenFigures[] = [];
  try {
    const records = Array.from({ length: runs }, () => newRecord(folder));
    const pages = await Promise.all(
      records.map(async ({ header }) => {
        const page = await browser.newPage();
        await page.goto(`http://127.0.0.1:${port}/#token=${token}&run=0/${header.run}`);
        await page.locator(".head h1").waitFor();
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Performance.enable");
        return { page, devtools };
      }),
    );
    const take = async (open: readonly { readonly devtools: CDPSession }[]) =>
      figures.push({ at: performance.now() - began, ...serverFigures(), ...(await pageFigures(open)) });
    for (let round = 1; round <= rounds; round++) {
      if (round % lostEvery === 0) {
        await server.close();
        server = await serve({ ...options, port });
      }
      for (const record of records) beginAnew(record);
      // A file that has its old length again before anybody looks does not seem to be another one.
      await Promise.all(pages.map(({ page }) => isEmpty(page)));
      for (let part = 0; part < parts; part++) {
        for (const record of records)
          addSteps(record, { round, from: (part * steps) / parts + 1, to: ((part + 1) * steps) / parts });
        if (parts > 1) await sleep(350);
      }
      await Promise.all(pages.map(({ page }) => hasSteps(page, round, steps)));
      if (round % every === 0) await take(pages);
    }
    await Promise.all(pages.map(({ page }) => page.close()));
    await sleep(1000);
    await take([]);
    return figures;
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

function isEmpty(page: Page): Promise<void> {
  return page.getByText("No step is recorded.").waitFor({ timeout: 60_000 });
}

/** Waits until a page has all steps of a round. */
async function hasSteps(page: Page, round: number, steps: number): Promise<void> {
  await page.locator(".step dd", { hasText: new RegExp(`^round ${round}$`) }).waitFor({ timeout: 60_000 });
  await page.locator(".walk output", { hasText: `of ${count(steps)}` }).waitFor({ timeout: 60_000 });
}

function serverFigures(): Pick<LeftOpenFigures, "serverHeap" | "descriptors" | "timers"> {
  collectGarbage();
  return {
    serverHeap: process.memoryUsage().heapUsed,
    descriptors: readdirSync("/proc/self/fd").length,
    timers: process.getActiveResourcesInfo().filter((name) => name === "Timeout").length,
  };
}

/** As `node --expose-gc` has it. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

async function pageFigures(open: readonly { readonly devtools: CDPSession }[]) {
  const sums = { pageHeap: 0, listeners: 0, nodes: 0 };
  for (const { devtools } of open) {
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    const metric = (name: string) => metrics.find((each) => each.name === name)!.value;
    sums.pageHeap += metric("JSHeapUsedSize");
    sums.listeners += metric("JSEventListeners");
    sums.nodes += metric("Nodes");
  }
  return sums;
}

function newRecord(folder: string): RunRecord {
  const conditions = { jobs: 1, failure: { mode: "same" }, repeat: 1 } as const;
  const request = { cwd: folder, test: ["./check"], conditions };
  return RunRecord.create(folder, { kind: "input", version: "0.1.0", request });
}

function beginAnew({ journalPath, stepsPath }: RunRecord): void {
  writeFileSync(journalPath, line({ event: "session", started: "2026-11-18T08:30:53.000Z" }));
  writeFileSync(stepsPath, "");
}

interface Part {
  readonly round: number;
  readonly from: number;
  readonly to: number;
}

function addSteps({ journalPath, stepsPath }: RunRecord, { round, from, to }: Part): void {
  const labels = Array.from({ length: 100 }, (_, i) => `item ${i}`);
  const stage = { from: 1, name: "lines", unit: "lines", total: 100, failing: 100, sets: true, labels };
  const [journal, steps]: [string[], string[]] = [[], from === 1 ? [line(stage)] : []];
  for (let step = from; step <= to; step++) {
    const outcome = step % 3 === 0 ? "fail" : "pass";
    const content = `${round} ${step}`;
    journal.push(
      line({
        event: "trial",
        stage: "lines",
        step,
        outcome,
        content,
        ended: "exit 0",
        milliseconds: 8,
        runs: 1,
        at: step,
      }),
    );
    steps.push(
      line({
        step,
        content,
        outcome,
        set: `0-${step % 100}`,
        size: 1 + (step % 100),
        failing: 100,
        part: `round ${round}`,
      }),
    );
  }
  appendFileSync(journalPath, journal.join(""));
  appendFileSync(stepsPath, steps.join(""));
}

function line(data: object): string {
  return `${JSON.stringify(data)}\n`;
}
