// Two requests, one soon after the other, each make a folder for their files, under one that both need.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import mkpath from "mkpath";

const root = mkdtempSync(join(tmpdir(), "mkpath-"));
process.on("exit", () => rmSync(root, { recursive: true }));

const makeFolder = promisify(mkpath);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function store(user, ms) {
  await pause(ms);
  const folder = join(root, "uploads", user);
  await makeFolder(folder);
  writeFileSync(join(folder, "picture"), user);
}

await Promise.all([store("alice", 1), store("bob", 4)]);
