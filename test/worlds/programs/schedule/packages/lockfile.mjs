// A process that is gone has left its lock behind. When that is old enough, two others try to take its place: one may.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import lockfile from "lockfile";

const folder = mkdtempSync(join(tmpdir(), "lockfile-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const path = join(folder, "leader.lock");
const lock = promisify(lockfile.lock);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function lead(ms) {
  await pause(ms);
  await lock(path, { stale: 1000 });
}

writeFileSync(path, "");
await pause(1500);
const tries = await Promise.allSettled([lead(1), lead(4)]);
const leaders = tries.filter(({ status }) => status === "fulfilled").length;
if (leaders !== 1) throw new Error(`there are ${leaders} leaders`);
