/**
 * In how many programs with known races `culprit schedule` finds a schedule that fails:
 * `npm run bench -- schedule-suites --from DIR`.
 *
 * DIR is a folder that somebody has filled: `DIR/sctbench` is a checkout of mc-imperial/sctbench, the programs that Thomson,
 * Donaldson and Betts compared ways of testing with (PPoPP 2014). All entries of its list that build from one C or C++ file, or from
 * those in one folder, are run, without arguments; others are counted and named with the reason.
 *
 * Options: `--only NAME,…`, `--explore N` (default 1,000) and `--budget D` (default 2m) of `culprit schedule explore`, `--jobs N`.
 *
 * A program counts as exposed if a schedule fails: an assertion, a crash, a deadlock or another status than 0. The study's own
 * figures are beside it: the number of threads, and of the points at which it could switch.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { count, table } from "../table.ts";
import { type SuiteProgram, sctbenchPrograms } from "./sctbench.ts";

const culprit = fileURLToPath(new URL("../../../dist/src/cli/main.js", import.meta.url));

interface Options {
  readonly from: string;
  readonly only: readonly string[];
  readonly explore: string;
  readonly budget: string;
  readonly jobs: string;
}

interface Result {
  readonly program: SuiteProgram;
  /** Why it was not run. */
  readonly obstacle?: string;
  readonly exposed: boolean;
  /** How many schedules were tried, the default one too. */
  readonly tried: number;
  readonly seconds: number;
}

export async function scheduleSuites(argv: readonly string[]): Promise<void> {
  const options = readOptions(argv);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-schedule-suites-")));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));
  const programs = sctbenchPrograms(join(options.from, "sctbench")).filter(
    ({ name }) => options.only.length === 0 || options.only.includes(name),
  );
  const results = programs.map((program) => {
    process.stderr.write(`${program.name} … `);
    const result = measure(program, folder, options);
    process.stderr.write(`${result.obstacle ?? (result.exposed ? `exposed, ${result.tried}` : "not exposed")}\n`);
    return result;
  });
  printReport(results);
}

function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      from: { type: "string" },
      only: { type: "string", default: "" },
      explore: { type: "string", default: "1000" },
      budget: { type: "string", default: "2m" },
      jobs: { type: "string", default: "2" },
    },
  });
  const { from, only, ...rest } = values;
  if (from === undefined) {
    console.error("--from DIR: the folder with sctbench, a checkout of mc-imperial/sctbench");
    process.exit(2);
  }
  return { from, only: only.split(",").filter(Boolean), ...rest };
}

function measure(program: SuiteProgram, folder: string, { explore, budget, jobs }: Options): Result {
  const nothing = { program, exposed: false, tried: 0, seconds: 0 };
  if ("obstacle" in program) return { ...nothing, obstacle: program.obstacle };
  const binary = join(folder, program.name);
  const compiled = runCulprit(["schedule", "build", "--", ...program.compile(binary)], program.folder);
  if (compiled.status !== 0) return { ...nothing, obstacle: `does not compile: ${firstError(compiled.stderr)}` };
  const begun = performance.now();
  const words = ["--json", "--quiet", "--explore", explore, "--budget", budget, "--jobs", jobs, "--timeout", "20s"];
  const { stdout } = runCulprit(["schedule", "explore", ...words, "--", binary], folder);
  const seconds = (performance.now() - begun) / 1000;
  const found = stdout === "" ? undefined : JSON.parse(stdout);
  const failsAtOnce = found?.byDefault === "fails" || found?.everyScheduleFails !== undefined;
  return { program, exposed: found !== undefined, tried: failsAtOnce ? 1 : (found?.tried ?? Number(explore)), seconds };
}

function runCulprit(words: readonly string[], cwd: string) {
  return spawnSync(process.execPath, [culprit, ...words], { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
}

function firstError(stderr: string): string {
  const lines = stderr.split("\n");
  return (lines.find((line) => /error|cannot find/.test(line)) ?? lines[0]!).slice(0, 120);
}

function printReport(results: readonly Result[]): void {
  const run = results.filter(({ obstacle }) => obstacle === undefined);
  const exposed = run.filter((each) => each.exposed);
  console.log(
    `\n## SCTBench: ${exposed.length} of ${run.length} programs exposed; ${results.length - run.length} of ${results.length} not run\n`,
  );
  const rows = run.map(({ program: { name, threads, points }, exposed, tried, seconds }) => [
    name,
    String(threads),
    count(points),
    exposed ? count(tried) : "not exposed",
    seconds.toFixed(1),
  ]);
  console.log(table(["", "threads", "points (study)", "schedules until it fails", "seconds"], rows));
  for (const { program, obstacle } of results)
    if (obstacle !== undefined) console.log(`- ${program.name}: ${obstacle}`);
}
