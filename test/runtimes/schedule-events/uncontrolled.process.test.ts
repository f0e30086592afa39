import { execFileSync } from "node:child_process";
import { pbkdf2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../temporary-folder.ts";
import { controlled } from "./event-programs.ts";

test("what is not controlled is logged once", async () => {
  const { log } = await controlled(["node", "worker.mjs"]);
  expect(log.match(/^unc .*/gm)).toEqual(["unc worker", "unc child process"]);
  const other = await controlled(["node", "uncontrolled.mjs"]);
  const logged = other.log.match(/^unc .*/gm)?.map((line) => line.slice(4));
  expect(logged).toEqual(["fs.watch", "signal", "message port", "random bytes", "network", "standard input"]);
  const addon = await controlled(["node", "-e", "try { process.dlopen({ exports: {} }, 'none.node') } catch {}"]);
  expect(addon.log.match(/^unc .*/gm)).toEqual(["unc native addon"]);
});

test("an operation that does not end lets others run beside it, and is logged", async () => {
  const folder = temporaryFolder("fifo");
  execFileSync("mkfifo", ["pipe"], { cwd: folder });
  const program = `fs.readFile("pipe", () => console.log("read"));
    setTimeout(() => fs.writeFileSync("pipe", "written"), 1);`;
  const { output, log } = await controlled(["node", "-e", program], "", folder);
  expect({ output, logged: log.match(/^unc .*/gm) }).toEqual({
    output: "read\n",
    logged: ["unc slow operation fs.open"],
  });
});

test("an operation at which a thread works is waited for, however long it takes", async () => {
  const iterations = 200_000;
  const began = performance.now();
  pbkdf2Sync("a", "b", iterations, 64, "sha512");
  const seconds = (performance.now() - began) / 1000;
  const long = Math.ceil((iterations * 5) / seconds); // more than two looks
  const program = `crypto.pbkdf2("a", "b", ${long}, 64, "sha512", () => console.log("derived"));
    setTimeout(() => console.log("later"), 1);`;
  const { output, log } = await controlled(["node", "-e", program]);
  expect({ output, logged: log.match(/^unc .*/gm) }).toEqual({ output: "derived\nlater\n", logged: null });
});
