import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import type { StepRow, Story } from "../src/core/finding.ts";
import type { Outcome } from "../src/core/outcome.ts";
import { asking, bestOf } from "../src/core/search.ts";
import { patchBetween } from "../src/core/text-patch.ts";
import { RunRecord } from "../src/run/record/record.ts";
import { describedSearch } from "../src/search/described.ts";
import { setSizes } from "../src/search/goal.ts";
import { servePage } from "../src/web/server/page-server.ts";
import { leaveOpen } from "./left-open.ts";

const stepCount = 100_000;
const moves = 200;

/** A run of 100,000 steps in Chromium: when something is seen, how long a step takes, how much memory it needs. */
export async function page(): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-bench-")));
  const token = "0123456789abcdef";
  const server = await servePage({ folders: [folder], host: "127.0.0.1", port: 0, token, program: "none" });
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  try {
    console.log("| run | files | first paint | all steps there | a step, median | 95 % | slowest | memory |");
    console.log("|---|---|---|---|---|---|---|---|");
    for (const [name, write] of Object.entries({ "sets, taken again": writeSets, "texts of 30 KB": writeTexts })) {
      const record = newRecord(folder);
      write(record);
      const size = statSync(record.journalPath).size + statSync(record.stepsPath).size;
      const tab = await browser.newPage();
      const figures = await measure(
        tab,
        `http://127.0.0.1:${server.port}/#token=${token}&run=0/${record.header.run}&step=1`,
      );
      console.log(`| ${name} | ${(size / 1e6).toFixed(0)} MB | ${figures} |`);
      await tab.close();
      record.remove();
    }
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
  await leftOpen();
}

/** Five pages that stay open while their runs begin anew again and again: nothing may grow. */
async function leftOpen(): Promise<void> {
  const figures = await leaveOpen({ runs: 5, rounds: 50, steps: 900, parts: 2, every: 10, lostEvery: 20, servePage });
  console.log(
    "\n| five runs, open for | server heap | files and connections | timers | heap of pages | listeners | nodes |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const { at, serverHeap, descriptors, timers, pageHeap, listeners, nodes } of figures) {
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    const cells = [`${(at / 1000).toFixed(0)} s`, megabytes(serverHeap), descriptors, timers];
    console.log(`| ${[...cells, megabytes(pageHeap), listeners, nodes].join(" | ")} |`);
  }
}

async function measure(tab: Page, address: string): Promise<string> {
  const began = performance.now();
  await tab.goto(address);
  await tab.locator(".head h1").waitFor();
  const first = performance.now() - began;
  await tab.locator(".walk output", { hasText: "of 100,000" }).waitFor();
  const all = performance.now() - began;
  // From the movement of the slider until the frame with the new step is drawn.
  const times = (await tab.evaluate(moveSlider(moves))) as number[];
  times.sort((a, b) => a - b);
  const devtools = await tab.context().newCDPSession(tab);
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize = 0 } = (await devtools.send("Runtime.getHeapUsage")) as {
    readonly usedSize: number;
    /** Of arrays of numbers. */
    readonly backingStorageSize?: number;
  };
  const at = (share: number) => `${times[Math.min(times.length - 1, Math.floor(share * times.length))]!.toFixed(0)} ms`;
  return [
    `${first.toFixed(0)} ms`,
    `${(all / 1000).toFixed(1)} s`,
    at(0.5),
    at(0.95),
    at(1),
    `${((usedSize + backingStorageSize) / 1e6).toFixed(0)} MB`,
  ].join(" | ");
}

/** Runs in the page, whose types are not those of Node. */
function moveSlider(count: number): string {
  return `(async () => {
    const slider = document.querySelector(".slider");
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const times = [];
    for (let i = 0; i < ${count}; i++) {
      await nextFrame();
      const began = performance.now();
      slider.value = String(Math.floor((i * 7919 * 131) % (Number(slider.max) + 1)));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await nextFrame();
      times.push(performance.now() - began);
    }
    return times;
  })()`;
}

/** What a journal has before the first trial. */
const beginning = [
  { event: "session", started: "2026-11-18T08:30:53.000Z" },
  {
    ...{ event: "ends", stage: "ends", failure: {}, timeLimit: 1000, repeat: 1, executions: 2, at: 0 },
    failing: { outcome: "fail", content: "failing", ended: "exit 3", milliseconds: 8, runs: 1 },
    other: { outcome: "pass", content: "other", ended: "exit 0", milliseconds: 8, runs: 1 },
  },
].map((event) => `${JSON.stringify(event)}\n`);

/** What the run found, with all steps, so that the page has a finding to show and to doubt. */
function saveStory(record: RunRecord, steps: readonly StepRow[]): void {
  const total = steps[0]!.failing;
  const deltas = { total, cause: steps.at(-1)!.failing };
  const story: Story = {
    finding: {
      ...{ kind: "input", verdict: "found", goal: "simplify", search: "auto", by: "lines", minimal: true, deltas },
      tests: { needed: stepCount, run: stepCount, cached: 0, pass: 0, fail: 0, unresolved: 0 },
      ...{ cause: [{ text: "line" }], causes: [], files: {}, run: record.header.run, seconds: 1000, assumptions: [] },
      stages: [{ name: "lines", search: "auto", deltas, needed: stepCount }],
    },
    ...{ test: ["./check"], started: "2026-11-18T08:30:53.000Z", excerpts: [], steps, version: "0.1.0" },
  };
  record.save("story.json", story);
}

function newRecord(folder: string): RunRecord {
  const conditions = { jobs: 1, failure: { mode: "same" }, repeat: 1 } as const;
  const request = { cwd: folder, test: ["./check"], conditions };
  return RunRecord.create(folder, { kind: "input", version: "0.1.0", request });
}

const trial = (step: number, outcome: Outcome) =>
  `${JSON.stringify({ event: "trial", stage: "lines", step, outcome, content: `content-${step}-0123456789abcdef`, ended: outcome === "fail" ? "exit 3" : "exit 0", milliseconds: 8, runs: 1, at: step / 100 })}\n`;

/** The default search among a million deltas; every fiftieth test fails, so that its sets get 2,000 ranges. */
function writeSets(record: RunRecord): void {
  const search = { goal: "simplify", name: "auto", causes: 1, total: 1_000_000 } as const;
  const journal = [...beginning];
  const rows: StepRow[] = [];
  const steps = [
    `${JSON.stringify({ from: 1, name: "lines", unit: "lines", total: search.total, failing: search.total, search })}\n`,
  ];
  let at = describedSearch(search);
  for (let step = 1; asking(at) && step <= stepCount; step++) {
    const outcome: Outcome = step % 50 === 1 ? "fail" : "pass";
    journal.push(trial(step, outcome));
    steps.push(`${JSON.stringify({ step, content: `content-${step}-0123456789abcdef`, outcome })}\n`);
    const { size } = at.ask;
    at = at.after(outcome);
    const failing = setSizes(bestOf(at)!.at(-1)!).failing;
    rows.push({ step, stage: "lines", set: "", size, outcome, failing, milliseconds: 8 });
  }
  saveStory(record, rows);
  writeFileSync(record.journalPath, journal.join(""));
  writeFileSync(record.stepsPath, steps.join(""));
}

/** Texts of a thousand lines, in each of which some lines are left out; every hundredth becomes the best. */
function writeTexts(record: RunRecord): void {
  const lines = Array.from({ length: 1000 }, (_, i) => `line ${i}: the quick brown fox\n`);
  const encode = (some: readonly string[]) => new TextEncoder().encode(some.join(""));
  let base = lines;
  const journal = [...beginning];
  const rows: StepRow[] = [];
  const start = {
    from: 1,
    name: "structure",
    unit: "bytes",
    total: encode(lines).length,
    failing: encode(lines).length,
  };
  const steps = [`${JSON.stringify({ ...start, text: [lines.join("")] })}\n`];
  for (let step = 1; step <= stepCount; step++) {
    const isBest = step % 200 === 0 && base.length > 100;
    const from = (step * 7919) % base.length;
    const some = base.filter((_, i) => i < from || i > from + (isBest ? 0 : 20));
    const outcome: Outcome = isBest ? "fail" : "pass";
    const patch = patchBetween(encode(base), encode(some));
    if (isBest) base = some;
    const sizes = { set: `${from}`, size: 30 * some.length, failing: 30 * base.length };
    const content = `content-${step}-0123456789abcdef`;
    rows.push({ step, stage: "structure", outcome, ...sizes, set: "", milliseconds: 8 });
    journal.push(trial(step, outcome));
    steps.push(
      `${JSON.stringify({ step, content, outcome, ...sizes, text: patch, ...(isBest ? { base: true } : {}) })}\n`,
    );
  }
  saveStory(record, rows);
  writeFileSync(record.journalPath, journal.join(""));
  writeFileSync(record.stepsPath, steps.join(""));
}
