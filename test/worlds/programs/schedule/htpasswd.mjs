// Two users are added at the same time: read the file, append a line, write the file. One of them may get lost.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { mkdtempSync } from "node:fs";

const folder = mkdtempSync(join(tmpdir(), "htpasswd-"));
const file = join(folder, ".htpasswd");
await writeFile(file, "");

async function add(user, delay) {
  await new Promise((resolve) => setTimeout(resolve, delay));
  const text = await readFile(file, "utf8"); // FIRST
  await writeFile(file, `${text}${user}\n`); // SECOND
}

await Promise.all([add("alice", 1), add("bob", 3)]);
const users = (await readFile(file, "utf8")).trim().split("\n").sort();
await rm(folder, { recursive: true });
console.log(users.join(" "));
if (users.length !== 2) process.exit(1);
