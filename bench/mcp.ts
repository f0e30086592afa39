import { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { RunRecord } from "../src/run/record/record.ts";
import { figure, median, table } from "./table.ts";

const program = resolve("dist/src/cli/main.js");
const calls = 300;
const oldRuns = 1000;
const trials = 100_000;

/** How long a client of `culprit mcp` waits for the status of a run, while a run takes the cores. */
export async function mcp(): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-bench-")));
  const client = new Client({ name: "bench", version: "1" });
  try {
    writeFileSync(join(folder, "input.txt"), "x".repeat(5000));
    const args = [program, "mcp"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: "ignore" }));
    const run = await startRun(client);
    const first = await roundTrips(client, run);
    copyRun(RunRecord.named(folder, run)!, folder);
    const long = appendTrials(folder);
    const [many, journal] = [await roundTrips(client, run), await roundTrips(client, long)];
    await client.callTool({ name: "cancel", arguments: { run } });
    console.log(`\n## MCP: status, ${calls} calls each, in milliseconds, while a run is going on\n`);
    const row = (name: string, times: readonly number[]) => [
      name,
      figure(median(times)),
      figure(times.toSorted((a, b) => a - b)[Math.floor(0.95 * times.length)]),
      "median ≤ 20",
    ];
    const rows = [
      row("that run", first),
      row(`… among ${oldRuns} old ones`, many),
      row(`a run of ${trials} tests`, journal),
    ];
    console.log(table(["", "median", "95 %", "bar"], rows));
  } finally {
    await client.close();
    rmSync(folder, { recursive: true });
  }
}

async function startRun(client: Client): Promise<string> {
  const test = ["sh", "-c", "sleep 0.02; grep -q x $0 && exit 3 || exit 0", "{}"];
  const given = { command: "input", args: ["input.txt", "--search", "ddmin"], test, wait: 0 };
  const { structuredContent } = await client.callTool({ name: "start", arguments: given });
  return (structuredContent as { readonly run: string }).run;
}

async function roundTrips(client: Client, run: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    await client.callTool({ name: "status", arguments: { run } });
    times.push(performance.now() - start);
  }
  return times;
}

function copyRun({ folder, header }: RunRecord, cwd: string): void {
  const text = JSON.stringify(header);
  for (let i = 0; i < oldRuns; i++) {
    const name = `20200101-${`${i}`.padStart(6, "0")}`;
    const copy = join(folder, "..", name);
    cpSync(join(folder, "run.json"), join(copy, "run.json"), { recursive: true });
    writeFileSync(join(copy, "run.json"), text.replaceAll(header.run, name));
  }
  if (RunRecord.all(cwd).length <= oldRuns) throw new Error("The copies of the run cannot be read.");
}

/** Makes one of the old runs a long one. */
function appendTrials(cwd: string): string {
  const record = RunRecord.named(cwd, "20200101-000000")!;
  const line = JSON.stringify({ event: "trial", stage: "lines", content: "0".repeat(64), outcome: "pass", at: 1 });
  appendFileSync(record.journalPath, `${line}\n`.repeat(trials));
  return record.header.run;
}
