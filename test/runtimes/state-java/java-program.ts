import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import type { DriverPlan, MemoryGraph, Moment, PlanAnswer } from "../../../runtimes/protocol/state.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { missing } from "../../tiers/skipped-because.ts";

export const driver = join(import.meta.dirname, "../../../dist/runtimes/state-java/driver.js");
export const javaSources = join(import.meta.dirname, "../../worlds/programs/state/java");

/** Why Java programs cannot be inspected here; undefined: they can. */
export const noJava = missing("java") ?? missing("javac");

/** Runs programs by plans in a folder of this test file. */
export function javaRunner() {
  const folder = temporaryFolder("java");
  const file = (name: string) => join(folder, name);
  const read = (name: string) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), "utf8")) : undefined);

  const run = (plan: DriverPlan) => {
    for (const name of ["graph", "moments", "answer", "refused"]) rmSync(file(name), { force: true });
    writeFileSync(file("plan"), JSON.stringify({ answer: file("answer"), root: javaSources, ...plan }));
    const { signal, status, stdout, stderr } = spawnSync(process.execPath, [driver, file("plan")], {
      cwd: folder,
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

/** The folder with the classes of all programs, compiled once for all test files of a run. Tests must not change it. */
export function compileJava(option = "-g"): string {
  const classes = join(inject("sharedFolder"), `state-java${option.replaceAll(/\W/g, "")}`);
  if (existsSync(classes)) return classes;
  // Compiled aside and renamed: another test file may be compiling the same programs.
  const aside = `${classes}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  const sources = ["sort/Sort.java", "values/Values.java"].map((name) => join(javaSources, name));
  execFileSync("javac", [option, "-d", aside, ...sources]);
  if (!existsSync(classes)) renameSync(aside, classes);
  return classes;
}
