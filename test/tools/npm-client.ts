import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

/** A program of npm's registry, fetched once for all test files. */
export interface NpmClient {
  /** The folder with its commands. */
  readonly bin: string;
  /** Why it is not there; undefined: it is. */
  readonly missing: string | undefined;
}

/** Fetches a package such as `pnpm@10.0.0`, with its dependencies; `commands` is where its programs are in node_modules. */
export function fetchClient(id: string, commands = ".bin"): NpmClient {
  const folder = join(inject("sharedFolder"), "clients", id.replace("/", "+"));
  if (!existsSync(folder)) install(id, folder);
  const bin = join(folder, "node_modules", commands);
  return { bin, missing: existsSync(bin) ? undefined : `npm cannot fetch ${id} here` };
}

function install(id: string, folder: string): void {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const words = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", part, id];
  const { status } = spawnSync("npm", words, { cwd: part, stdio: "ignore", timeout: 240_000 });
  if (status === 0 && !existsSync(folder)) renameSync(part, folder);
  rmSync(part, { recursive: true, force: true });
}
