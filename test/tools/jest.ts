import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

const folder = join(inject("sharedFolder"), "jest");
const program = join(folder, "node_modules/jest/bin/jest.js");
if (!existsSync(program)) install();

/** Words that start Jest, which is installed for the tests: no other part of culprit needs it. */
export const jest: readonly string[] = [process.execPath, program];

/** Why there is none; undefined: there is. */
export const noJest = existsSync(program) ? undefined : "npm cannot install jest here";

function install(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const words = ["install", "--silent", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0", "jest@30"];
  spawnSync("npm", words, { cwd: folder, stdio: "ignore", timeout: 120_000 });
}
