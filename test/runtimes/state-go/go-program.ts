import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import type { DriverPlan, MemoryGraph, Moment, PlanAnswer } from "../../../runtimes/protocol/state.ts";
import { findDelve } from "../../../runtimes/state-go/delve/find-delve.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { missing } from "../../tiers/skipped-because.ts";

export const driver = join(import.meta.dirname, "../../../dist/runtimes/state-go/driver.js");
export const goSources = join(import.meta.dirname, "../../worlds/programs/state/go");

/** Why Go programs cannot be inspected here; undefined: they can. */
export const noGo = missing("go") ?? (findDelve() === undefined ? "delve (dlv) is not installed" : undefined);

/** Builds programs once for all test files of a run, and runs them by plans in a folder of this test file. */
export function goRunner() {
  const folder = temporaryFolder("go");
  const file = (name: string) => join(folder, name);
  const read = (name: string) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), "utf8")) : undefined);

  const run = (plan: DriverPlan, env: NodeJS.ProcessEnv = process.env) => {
    for (const name of ["graph", "moments", "answer", "refused"]) rmSync(file(name), { force: true });
    writeFileSync(file("plan"), JSON.stringify({ answer: file("answer"), root: goSources, ...plan }));
    const { signal, status, stdout, stderr } = spawnSync(process.execPath, [driver, file("plan")], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    const answer: PlanAnswer | undefined = read("answer");
    return { end: signal ?? status, stdout, stderr, answer, refused: read("refused") };
  };
  return {
    folder,
    file,
    run,
    /** Stops at the place of the plan. */
    capture(plan: DriverPlan): MemoryGraph {
      const { end, stderr } = run({ ...plan, capture: file("graph"), stop: true });
      if (end !== 0) throw new Error(stderr);
      return read("graph");
    },
    moments(plan: DriverPlan, wanted: { function?: string; hit: number }) {
      const result = run({ ...plan, moments: { ...wanted, capture: file("moments") } });
      return { ...result, moments: read("moments") as readonly Moment[] };
    },
  };
}

/** The path of the program. Tests must not change it. */
export function buildGo(name: string, flags = "-gcflags=-N -l"): string {
  const shared = join(inject("sharedFolder"), "state-go");
  const program = join(shared, `${name}${flags.replaceAll(/\W/g, "")}`);
  mkdirSync(shared, { recursive: true });
  const env = { ...process.env, GOFLAGS: "" };
  if (!existsSync(program))
    execFileSync("go", ["build", flags, "-o", program, `${name}.go`], { cwd: join(goSources, name), env });
  return program;
}
