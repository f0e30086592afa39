// Two requests, one soon after the other, each make a folder for their files, under one that both need.
import { exists, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path, { join } from "node:path";
import { promisify } from "node:util";

path.exists = exists; // Node has moved it since.
const { default: mkdirp } = await import("mkdirp");
const root = mkdtempSync(join(tmpdir(), "mkdirp-"));
process.on("exit", () => rmSync(root, { recursive: true }));

const makeFolder = promisify(mkdirp.mkdirp);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function store(user, ms) {
  await pause(ms);
  const folder = join(root, "uploads", user);
  await makeFolder(folder, 0o755);
  writeFileSync(join(folder, "picture"), user);
}

await Promise.all([store("alice", 1), store("bob", 4)]);
