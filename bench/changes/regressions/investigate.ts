import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyFinding } from "../../../test/any-finding.ts";
import type { Options } from "./options.ts";
import type { RealRegression } from "./real-regression.ts";
import type { Workplace } from "./workplace.ts";

/** culprit's finding, if it printed one; all that it printed for people is kept in `printed`, to be read. */
export function investigate(
  { build }: RealRegression,
  { folder, cwd, old, new: now, test, env }: Workplace,
  { program, budget }: Options,
): { finding: AnyFinding | undefined; printed: string } {
  const printed = join(folder, "printed");
  rmSync(printed, { recursive: true, force: true });
  mkdirSync(printed, { recursive: true });
  const culprit = (...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], { cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  const settings = ["--json", "--jobs", "2", "--budget", budget, "--output", join(printed, "cause.patch")];
  const run = culprit("changes", old, now, ...(build ? ["--build", build] : []), ...settings, "--", ...test);
  writeFileSync(join(printed, "stdout.json"), run.stdout);
  writeFileSync(join(printed, "stderr.txt"), run.stderr);
  const finding = parsed(run.stdout);
  if (finding) writeFileSync(join(printed, "report.txt"), culprit("show", finding.run).stdout);
  return { finding, printed };
}

function parsed(text: string): AnyFinding | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a patch that the finding names, if there is one. */
export function patchText(file: string | undefined): string | undefined {
  try {
    return file && readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
