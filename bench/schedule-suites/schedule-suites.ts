/**
 * In how many programs with known races `culprit schedule` finds a schedule that fails:
 * `npm run bench -- schedule-suites --from DIR`.
 *
 * DIR is a folder that somebody has filled: `DIR/sctbench` is a checkout of mc-imperial/sctbench, the programs that Thomson,
 * Donaldson and Betts compared ways of testing with (PPoPP 2014). All entries of its list are built, by the suite's own scripts
 * where there are some, and run with the arguments of the study. Those that cannot be built are counted and named with the reason. The
 * scripts need the Debian packages m4 and libnspr4-dev, and a `python` that is Python 2.
 *
 * Options: `--only NAME,…`, `--explore N` (default 1,000) and `--budget D` (default 5m) of `culprit schedule`.
 *
 * A program counts as exposed if a schedule fails as in the study: an assertion, a crash, a deadlock, or an output file that differs
 * from that of the first run. The study's own figures are beside it: the number of threads, and of the points at which it could
 * switch. Whether the answer names the defect is judged by a table of what is wrong in each program, which we wrote.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ScheduleFinding } from "../../src/causes/schedule/finding.ts";
import { count, figure, table } from "../table.ts";
import { judge } from "./judge.ts";
import { type SuiteEntry, sctbenchEntries } from "./sctbench.ts";
import { sctbenchDefects } from "./sctbench-defects.ts";
import { buildProgram } from "./suite-program.ts";
import { writeTestScript } from "./test-script.ts";
import { prepareTools, type Tools } from "./tools.ts";

interface Options {
  readonly from: string;
  readonly only: readonly string[];
  readonly explore: string;
  readonly budget: string;
}

interface Result {
  readonly entry: SuiteEntry;
  /** Why it was not run. */
  readonly obstacle?: string;
  readonly finding?: ScheduleFinding | undefined;
  readonly seconds: number;
}

export async function scheduleSuites(argv: readonly string[]): Promise<void> {
  const options = readOptions(argv);
  const tools = prepareTools();
  const entries = sctbenchEntries(join(options.from, "sctbench")).filter(
    ({ title }) => options.only.length === 0 || options.only.includes(title),
  );
  const results = entries.map((entry) => {
    process.stderr.write(`${entry.title} … `);
    const result = measure(entry, tools, options);
    process.stderr.write(`${result.obstacle ?? outcomeOf(result)}\n`);
    for (const { text } of result.finding?.cause ?? []) process.stderr.write(`  ${text}\n`);
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
      budget: { type: "string", default: "5m" },
    },
  });
  const { from, only, ...rest } = values;
  if (from === undefined) {
    console.error("--from DIR: the folder with sctbench, a checkout of mc-imperial/sctbench");
    process.exit(2);
  }
  return { from, only: only.split(",").filter(Boolean), ...rest };
}

function measure(entry: SuiteEntry, tools: Tools, { explore, budget }: Options): Result {
  const program = buildProgram(entry, tools);
  if ("obstacle" in program) return { entry, obstacle: program.obstacle, seconds: 0 };
  const begun = performance.now();
  const script = writeTestScript(program, entry.title, tools);
  const jobs = program.folder === undefined ? "2" : "1";
  const words = ["--json", "--quiet", "--explore", explore, "--budget", budget, "--jobs", jobs, "--timeout", "20s"];
  const { stdout } = tools.culprit(["schedule", ...words, "--", "sh", script]);
  const finding = stdout === "" ? undefined : (JSON.parse(stdout) as ScheduleFinding);
  return { entry, finding, seconds: (performance.now() - begun) / 1000 };
}

function isExposed({ finding }: Result): boolean {
  return finding?.schedules !== undefined || finding?.everyScheduleFails !== undefined;
}

/** How many schedules were tried until one failed, the default one too. */
function outcomeOf(result: Result): string {
  const { schedules, everyScheduleFails, reason = "no finding" } = result.finding ?? {};
  if (everyScheduleFails) return "1 (each fails)";
  if (schedules) return schedules.byDefault === "fails" ? "1" : count(schedules.tried);
  return reason.startsWith("The test passes") ? "not exposed" : `not judged: ${reason.split("\n")[0]}`;
}

function printReport(results: readonly Result[]): void {
  const run = results.filter(({ obstacle }) => obstacle === undefined);
  const exposed = run.filter(isExposed);
  const judged = exposed.map(verdictOn);
  const [right, near] = (["right", "near"] as const).map((verdict) => judged.filter((each) => each === verdict).length);
  console.log(
    `\n## SCTBench: ${exposed.length} of ${run.length} programs exposed; ${results.length - run.length} of ${results.length} not run\n`,
  );
  console.log(table(["", "threads", "points (study)", "schedules", "seconds", "ms a run", "answer"], run.map(rowOf)));
  console.log(`\nAnswers: ${right} right, ${near} near, of ${exposed.length}.`);
  for (const { entry, obstacle } of results) if (obstacle !== undefined) console.log(`- ${entry.title}: ${obstacle}`);
}

function rowOf(result: Result): string[] {
  const { entry, finding, seconds } = result;
  const runs = finding?.tests.run ?? 0;
  return [
    entry.title,
    String(entry.threads),
    count(entry.points),
    outcomeOf(result),
    seconds.toFixed(1),
    runs === 0 ? "-" : figure((1000 * seconds) / runs),
    isExposed(result) ? verdictOn(result) : "-",
  ];
}

function verdictOn({ entry, finding }: Result): string {
  const defect = sctbenchDefects[entry.title];
  return defect && finding ? judge(finding, defect) : "-";
}
