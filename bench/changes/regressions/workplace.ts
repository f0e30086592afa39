import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execute } from "./execute.ts";
import { fetchRepository, fetchVersions, install } from "./fetch.ts";
import type { RealRegression } from "./real-regression.ts";

/** Where one regression lies ready: both versions, what they need, and the test. */
export interface Workplace {
  readonly folder: string;
  /** Where culprit is called. */
  readonly cwd: string;
  /** The versions as culprit is given them: folders or revisions. */
  readonly old: string;
  readonly new: string;
  readonly test: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Fetches what is missing; throws where it cannot be had. */
export function prepare(regression: RealRegression, cache: string, from: string | undefined): Workplace {
  const folder = join(cache, regression.name);
  mkdirSync(folder, { recursive: true });
  const { versions, needs = [], check } = regression;
  const program = join(folder, `check.${check.language}`);
  writeFileSync(program, `${check.text}\n`);
  const test = [check.language === "py" ? "python3" : "node", program];
  const env = { ...process.env, ...install(needs, join(folder, "needs")), PYTHONDONTWRITEBYTECODE: "1" };
  if ("repository" in versions) {
    const cwd = fetchRepository(versions.repository, from, folder);
    return { folder, cwd, old: versions.old, new: versions.new, test, env };
  }
  return { folder, cwd: folder, ...fetchVersions(versions, folder), test, env };
}

/** A copy of a version, or of any revision, that nothing was run in; `use` gets its folder. */
export function inFreshCopy<T>({ cwd, folder, old }: Workplace, version: string, use: (copy: string) => T): T {
  const place = mkdtempSync(join(folder, "fresh-"));
  const copy = join(place, "tree");
  try {
    if (dirname(old) === folder) cpSync(version, copy, { recursive: true, verbatimSymlinks: true });
    else {
      execute(place, "git", ["clone", "-q", "--no-checkout", cwd, copy]);
      execute(copy, "git", ["checkout", "-q", "--detach", version]);
    }
    return use(copy);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** What the test says of a tree, after the build where there is one. */
export function outcomeOf(regression: RealRegression, { test, env }: Workplace, tree: string) {
  if (regression.build !== undefined) {
    const build = spawnSync("sh", ["-c", regression.build], { cwd: tree, env, stdio: "ignore" });
    if (build.status !== 0) return "unresolved";
  }
  const [program, ...words] = test;
  const { status } = spawnSync(program!, words, { cwd: tree, env, stdio: "ignore", timeout: 60_000 });
  return status === 0 ? "pass" : "fail";
}
