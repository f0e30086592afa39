// A process that is gone has left its lock behind. When that is old enough, two others try to take its place: one may.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lockfile from "proper-lockfile";

const folder = mkdtempSync(join(tmpdir(), "proper-lockfile-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

const path = join(folder, "leader");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let leaders = 0;

async function lead(ms) {
  await pause(ms);
  await lockfile.lock(path, { stale: 2000, realpath: false, onCompromised: () => {} });
  leaders++;
}

mkdirSync(`${path}.lock`);
await pause(3000);
await Promise.allSettled([lead(1), lead(4)]);
if (leaders > 1) throw new Error("two lead");
