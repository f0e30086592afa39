import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseLogBytes } from "../runtimes/protocol/native-log.ts";
import { lengthOf, type ScheduleLog } from "../runtimes/protocol/schedule-log.ts";
import { planText, type SchedulePlan } from "../runtimes/protocol/schedule-plan.ts";
import { withSharedPlaces } from "../src/causes/schedule/explore/shared-places.ts";
import { compileRuntimeLibrary, runtimeLibraryEnvironment } from "../src/causes/schedule/native/runtime-library.ts";
import { portfolio } from "../src/causes/schedule/portfolio.ts";
import { buildBlocks, buildPackages, type LargeProgram } from "./schedule-large-programs.ts";
import { count, figure, mean, median, table } from "./table.ts";

const schedules = 24;

/**
 * What exploring costs in large programs: the time of a schedule against that of the default one, as `culprit schedule record` runs
 * it, in turn. `--from DIR` names a folder with the sources of Debian packages, as `apt-get source` unpacks them.
 */
export async function largePrograms(words: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  const from = words[words.indexOf("--from") + 1];
  try {
    const { library } = await compileRuntimeLibrary(join(folder, "culprit"));
    const programs = [
      buildBlocks(folder),
      ...(words.includes("--from") && from !== undefined ? buildPackages(resolve(from), folder) : []),
    ];
    const rows = programs.map((program) => measure(program, { folder, library }));
    console.log(
      `\n## Large programs under control: ${schedules} schedules, each after one default run; bar: speed ≥ 0.5\n`,
    );
    console.log(
      table(
        ["", "steps", "shared places", "default ms", "schedule ms", "slowest", "speed", "most switches", "log KB"],
        rows,
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Shop {
  readonly folder: string;
  readonly library: string;
}

function measure({ name, test, cwd }: LargeProgram, { folder, library }: Shop): string[] {
  const [planPath, log] = [join(folder, "plan"), join(folder, "log")];
  const run = (plan: Partial<SchedulePlan>): { milliseconds: number; log: ScheduleLog; size: number } => {
    rmSync(log, { force: true });
    writeFileSync(planPath, planText({ schedule: [], policy: { name: "default" }, limit: 1e9, ...plan }));
    const env = { ...process.env, ...runtimeLibraryEnvironment({ library, plan: planPath, log }) };
    const began = performance.now();
    spawnSync(test[0]!, test.slice(1), { cwd, env, stdio: "ignore", timeout: 120_000 });
    const milliseconds = performance.now() - began;
    return { milliseconds, log: parseLogBytes(readFileSync(log)), size: statSync(log).size };
  };
  const { shared } = run({ tracesSharing: true }).log;
  const length = lengthOf(run({}).log);
  const { steps } = length;
  const policies = withSharedPlaces(portfolio(1, length, "threads"), shared, { steps, seed: 1 });
  const pairs = Array.from({ length: schedules }, () => [run({}), run({ policy: policies.next().value })] as const);
  const [byDefault, explored] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  const times = explored.map(({ milliseconds }) => milliseconds);
  return [
    name,
    count(steps),
    count(shared.length),
    figure(median(byDefault.map(({ milliseconds }) => milliseconds))),
    figure(median(times)),
    figure(Math.max(...times)),
    figure(mean(byDefault.map(({ milliseconds }) => milliseconds)) / mean(times)),
    count(Math.max(...explored.map((each) => each.log.runs.length))),
    figure(Math.max(...explored.map(({ size }) => size)) / 1024),
  ];
}
