import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Ended,
  environmentOf,
  type Planted,
  plant,
  run,
  scriptVariables,
  type WhyProject,
} from "./why-projects.ts";

/** Sentences about what is wrong with a case; empty: its test passes, fails once it is planted, and the cause is the stated one. */
export async function verify(project: WhyProject, where: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  const expectPass = async (what: string, runs: readonly Ended[]) => {
    const failed = runs.find(({ status }) => status !== 0);
    if (failed) wrong.push(`${what}, it fails:\n${failed.output}`);
  };
  const planted = await plant(project, where, async (path) => {
    await expectPass("Prepared", await repeat(passingRuns(project), () => runTest(project, path, "passing")));
  });
  try {
    wrong.push(...(await checkFailure(project, planted)));
    for (const script of ["without-noise.sh", "undo.sh"]) {
      if (!existsSync(join(project.folder, script))) continue;
      const again = () => runWithout(project, planted.path, script);
      if (script === "undo.sh") await expectPass(`With ${script}`, await repeat(passingRuns(project), again));
      else if ((await repeat(failingRuns(project), again)).every(({ status }) => status === 0))
        wrong.push(`With ${script}, it passes.`);
    }
  } finally {
    planted.end();
  }
  return wrong;
}

async function checkFailure(project: WhyProject, { path }: Planted): Promise<readonly string[]> {
  const runs = await repeat(failingRuns(project), () => runTest(project, path, "failing"));
  const failures = runs.filter(({ status }) => status !== 0).length;
  const named = runs.find(({ status, output }) => status !== 0 && namesCause(project, output));
  return [
    ...(isExpected(project, failures / runs.length) ? [] : [`Planted, ${failures} of ${runs.length} runs fail.`]),
    ...(named ? [`The output names the cause:\n${named.output}`] : []),
  ];
}

/** Rates differ from machine to machine: what is off by more than three times is wrong, and so is what always fails. */
function isExpected({ flaky }: WhyProject, rate: number): boolean {
  return flaky === null ? rate === 1 : rate < 1 && rate > flaky / 3 && rate < flaky * 3;
}

/** The kinds whose cause a stack trace names rightly: the place of the defect is no secret. */
const inStackTraces = ["edit", "commit", "tests", "schedule", "parallelism"];

function namesCause({ expect: { kind, names } }: WhyProject, output: string): boolean {
  return !inStackTraces.includes(kind) && names.length > 0 && names.every((name) => name.test(output));
}

const passingRuns = ({ flaky }: WhyProject) => (flaky === null ? 3 : 12);
const failingRuns = ({ flaky }: WhyProject) => (flaky === null ? 3 : 30);

function runTest(project: WhyProject, path: string, state: "passing" | "failing"): Promise<Ended> {
  return run(project.test, path, environmentOf(project, state));
}

/** A script that is given the test and runs it without a part of the circumstances. */
function runWithout(project: WhyProject, path: string, script: string): Promise<Ended> {
  const env = { ...environmentOf(project, "failing"), ...scriptVariables(project, path) };
  return run(["sh", "-e", join(project.folder, script), ...project.test], path, env);
}

async function repeat(times: number, once: () => Promise<Ended>): Promise<readonly Ended[]> {
  const runs: Ended[] = [];
  while (runs.length < times) runs.push(await once());
  return runs;
}
