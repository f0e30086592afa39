// Two requests, one soon after the other, save who is logged in; whoever was last, the list must be readable.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nodePersist from "node-persist";

const dir = mkdtempSync(join(tmpdir(), "node-persist-"));
process.on("exit", () => rmSync(dir, { recursive: true }));

const storage = nodePersist.create({ dir });
await storage.init();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function save(users, ms) {
  await pause(ms);
  await storage.setItem("users", users);
}

await Promise.all([save(["alice", "bob"], 1), save(["alice"], 4)]);
const users = await storage.getItem("users");
if (!users.includes("alice")) throw new Error(`only ${users} left`);
