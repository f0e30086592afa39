import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nativeBatchEnvironment, readNativeReport, startsDirectly } from "../../../runtimes/lines-native/launch.ts";
import type { LinesBatch, LinesPlan, RunEnd } from "../../../runtimes/protocol/lines.ts";
import { execute } from "../execute.ts";
import { compileText, findSite, nativeRunner } from "./native-program.ts";

const native = nativeRunner();

const text = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char line[100] = "";
  int stop = 0;
  fgets(line, sizeof line, stdin);
  printf("%s%s\\n", line, strrchr(getenv("TMPDIR"), '/'));
  if (getenv("LD_PRELOAD") || getenv("CULPRIT_LINES_BATCH")) puts("sees the library");
  fflush(stdout);
  if (argc > 2) abort();
  while (argc > 1 && !stop) stop = 1;
  return 3;
}
`;

let batches = 0;

/** Makes all runs from one process; returns how each ended, what it printed and reported. */
async function runBatch(program: string, words: readonly string[], plans: readonly Partial<LinesPlan>[]) {
  const prepared = await native.prepare(program);
  const folder = native.file(`batch ${++batches}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "input"), "read\n");
  const runs = plans.map((plan, i) => {
    const [report, temporary] = [join(folder, `report-${i}`), join(folder, `tmp-${i}`)];
    for (const each of [report, temporary]) mkdirSync(each);
    return { plan: { root: native.root, report, ...plan }, output: join(folder, `output-${i}`), temporary };
  });
  const results = join(folder, "results");
  const command = [program, ...words];
  const batch: LinesBatch = { command, stdin: join(folder, "input"), runs, timeLimit: 60_000, cpuLimit: 200, results };
  writeFileSync(join(folder, "batch.json"), JSON.stringify(batch));
  const environment = nativeBatchEnvironment(prepared, join(folder, "batch.json"));
  const { code, output } = await execute(command, { cwd: native.root, environment, timeout: 60_000 });
  const ends = readFileSync(results, "utf8")
    .trim()
    .split("\n")
    .map((each): RunEnd => JSON.parse(each));
  return {
    whole: [code, output],
    statuses: ends.map(({ status }) => status),
    numbers: ends.map(({ run }) => run),
    printed: runs.map((run) => (existsSync(run.output) ? readFileSync(run.output, "utf8") : undefined)),
    reports: await Promise.all(runs.map(({ plan }) => readNativeReport(prepared, plan))),
  };
}

test("one process makes many runs, each with its own plan, input and output", async () => {
  const program = compileText(native.root, text);
  const { id: site } = findSite(await native.prepare(program), "return 3", "+1");
  const change = { site, change: "+1" };
  const { printed, reports, whole, ...ended } = await runBatch(program, [], [{}, { change }, { trace: true }]);
  expect(ended).toEqual({ statuses: ["exit 3", "exit 4", "exit 3"], numbers: [0, 1, 2] });
  expect(printed).toEqual(["read\n/tmp-0\n", "read\n/tmp-1\n", "read\n/tmp-2\n"]);
  expect(Object.values((reports[2] as { lines: Record<string, number[]> }).lines)[0]).toContain(13);
  expect(whole).toEqual([0, ""]);
});

test("runs that crash or do not end are followed by the next", async () => {
  const program = compileText(native.root, text);
  const prepared = await native.prepare(program);
  const endless = { change: { site: findSite(prepared, "stop = 1", "skip").id, change: "skip" } };
  expect((await runBatch(program, ["1"], [endless, {}])).statuses).toEqual(["time limit", "exit 3"]);
  const crashed = await runBatch(program, ["1", "2"], [{}, {}]);
  expect(crashed.statuses).toEqual(["SIGABRT", "SIGABRT"]);
  expect(crashed.printed[1]).toBe("read\n/tmp-1\n");
});

test("only a command that starts the program itself makes many runs", async () => {
  const program = compileText(native.root, text);
  const prepared = await native.prepare(program);
  const commands = [[program, "1"], ["env", program], ["sh", "-c", program], []];
  expect(commands.map((each) => startsDirectly(prepared, each, native.root))).toEqual([true, false, false, false]);
});
