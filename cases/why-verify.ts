import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Ended, environmentOf, plant, run, scriptVariables, type WhyProject } from "./why-projects.ts";

/** What was seen of a case. */
export interface Verified {
  /** Of the runs with the planted circumstance, how many fail. */
  readonly failures: number;
  readonly runs: number;
  /** Sentences; empty: the test passes, fails once the circumstance is planted, and passes again without it alone. */
  readonly wrong: readonly string[];
}

/**
 * Sets up a case below a folder and runs its test in each of its states. Scripts of the case are given the test and run it
 * without a part of the circumstances: `undo.sh` without the planted one, `without-noise.sh` without all others.
 */
export async function verify(project: WhyProject, where: string): Promise<Verified> {
  let prepared: readonly string[] = [];
  const { path, end } = await plant(project, where, async (green) => {
    prepared = await expectPasses("Prepared", project, () => runTest(project, green, "passing"));
  });
  try {
    const planted = await runUntilClear(project, (prefix) => runTest(project, path, "failing", prefix));
    const wrong = [
      ...prepared,
      ...expectFailures("Planted", project, planted),
      ...planted
        .filter((each) => namesCause(project, each))
        .map(({ output }) => `The output names the cause:\n${output}`),
      ...(await verifyWithoutNoise(project, path)),
      ...(await expectPasses("Without the circumstance", project, () => runWithout(project, path, "undo.sh"))),
    ];
    return { failures: planted.filter(failed).length, runs: planted.length, wrong };
  } finally {
    end();
  }
}

async function verifyWithoutNoise(project: WhyProject, path: string): Promise<readonly string[]> {
  const script = "without-noise.sh";
  if (!existsSync(join(project.folder, script))) return [];
  const runs = await runUntilClear(project, (prefix) => runWithout(project, path, script, prefix));
  return expectFailures("Without the noise", project, runs);
}

async function expectPasses(state: string, { flaky }: WhyProject, once: () => Promise<Ended>): Promise<string[]> {
  const runs: Ended[] = [];
  while (runs.length < (flaky === null ? 3 : 8)) runs.push(await once());
  const wrong = runs.find(failed);
  return wrong ? [`${state}, it fails:\n${wrong.output}`] : [];
}

/** A flaky test has to be seen to fail and to pass; how often it fails depends on the machine. */
function expectFailures(state: string, { flaky }: WhyProject, runs: readonly Ended[]): string[] {
  const failures = runs.filter(failed).length;
  const right = flaky === null ? failures === runs.length : failures >= 3 && runs.length - failures >= 3;
  return right ? [] : [`${state}, ${failures} of ${runs.length} runs fail.`];
}

/** On a busy machine threads may meet in one run of forty only. */
const maxFlakyRuns = 400;

/**
 * Three runs; of a flaky test as many as it takes to see three of each outcome. Threads that race on many processors may
 * always meet, and on one processor hardly ever: so every second run has one processor.
 */
async function runUntilClear(
  { flaky }: WhyProject,
  once: (prefix: readonly string[]) => Promise<Ended>,
): Promise<readonly Ended[]> {
  const runs: Ended[] = [];
  const isClear = () => {
    const failures = runs.filter(failed).length;
    return flaky === null ? runs.length === 3 : Math.min(failures, runs.length - failures) >= 3;
  };
  while (!isClear() && runs.length < maxFlakyRuns)
    runs.push(await once(flaky !== null && runs.length % 2 === 1 ? onOneProcessor() : []));
  return runs;
}

/** The words before a command that let it run on one processor only; none if the system cannot. */
function onOneProcessor(): readonly string[] {
  const status = "/proc/self/status";
  const allowed = existsSync(status)
    ? /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync(status, "utf8"))?.[1]
    : undefined;
  return allowed === undefined ? [] : ["taskset", "-c", allowed];
}

/** The kinds whose place in the code is no secret: a failing test may name it. */
const inTheCode = ["edit", "commit", "tests", "schedule", "parallelism"];

function namesCause({ expect: { kind, names } }: WhyProject, ended: Ended): boolean {
  return failed(ended) && !inTheCode.includes(kind) && names.every((name) => name.test(ended.output));
}

const failed = ({ status }: Ended) => status !== 0;

function runTest(
  project: WhyProject,
  path: string,
  state: "passing" | "failing",
  prefix: readonly string[] = [],
): Promise<Ended> {
  return run([...prefix, ...project.test], path, environmentOf(project, state));
}

function runWithout(project: WhyProject, path: string, script: string, prefix: readonly string[] = []): Promise<Ended> {
  const env = { ...environmentOf(project, "failing"), ...scriptVariables(project, path) };
  return run([...prefix, "sh", "-e", join(project.folder, script), ...project.test], path, env);
}
