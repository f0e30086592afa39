import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Material } from "./input.ts";

/** Where a tool has its turn: `job` holds the candidate alone; beside it are the test, the log and a folder `out`. */
export interface WorkFolder {
  readonly path: string;
  readonly job: string;
  readonly out: string;
  readonly test: string;
  readonly log: string;
}

export function makeWorkFolder({ files, test }: Material): WorkFolder {
  const path = mkdtempSync(join(tmpdir(), "culprit-reducers-"));
  const within = (name: string) => join(path, name);
  const folder = { path, job: within("job"), out: within("out"), test: within("test.sh"), log: within("log") };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.job, name)), { recursive: true });
    writeFileSync(join(folder.job, name), content);
  }
  mkdirSync(folder.out);
  writeFileSync(folder.test, `#!/bin/sh\n${test}`);
  chmodSync(folder.test, 0o755);
  return folder;
}

/** What the test itself says, not counted, of the candidate in a folder. */
export function holds(test: string, cwd: string): boolean {
  return spawnSync(test, { cwd, stdio: "ignore" }).status === 0;
}

/** The test holds for the whole input: otherwise no tool has anything to do. */
export function isInteresting(material: Material): boolean {
  const folder = makeWorkFolder(material);
  try {
    return holds(folder.test, folder.job);
  } finally {
    rmSync(folder.path, { recursive: true, force: true });
  }
}

export function wholeSize({ files }: Material): number {
  return Object.values(files).reduce((sum, content) => sum + Buffer.byteLength(content), 0);
}

/** Of a file, or of all files in a folder; nothing where there is neither. */
export function sizeOf(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  if (statSync(path).isFile()) return statSync(path).size;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
