import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { driver, gdbWorkshop, lineOf } from "./gdb-program.ts";

const shop = gdbWorkshop();

/** All processes that were started with a word that names something in the folder. */
function left(): string[] {
  return processes().map(commandOf);
}

function processes(): string[] {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.filter((pid) => commandOf(pid).includes(shop.folder));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

test("what the program has started is in the group of the driver", async () => {
  const program = shop.build("endings.c");
  const plan = join(shop.folder, "forks.json");
  writeFileSync(plan, JSON.stringify({ command: [program, "fork"] }));
  const run = spawn(process.execPath, [driver, plan], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => run.stdout.once("data", resolve));
  await sleep(200);
  expect(left().filter((command) => command.startsWith(program)).length).toBe(2);
  process.kill(-run.pid!, "SIGKILL");
  for (let i = 0; i < 100 && left().length > 0; i++) await sleep(100);
  expect(left()).toEqual([]);
});

test("gdb that dies half way: 125 and one line, and the program is gone with it", async () => {
  const program = shop.build("bad-days.c", "-pthread", "-lm");
  const plan = join(shop.folder, "dies.json");
  writeFileSync(plan, JSON.stringify({ command: [program, "wait"], place: { function: "stop_here", hit: 2 } }));
  const run = spawn(process.execPath, [driver, plan], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  run.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const ended = new Promise((resolve) => run.once("close", resolve));
  while (!left().some((command) => command.startsWith(program))) await sleep(50);
  const gdb = processes().find((pid) => commandOf(pid).startsWith("gdb "))!;
  process.kill(Number(gdb), "SIGKILL");
  expect([await ended, said]).toEqual([125, "culprit: gdb was killed (SIGKILL)\n"]);
  for (let i = 0; i < 100 && left().length > 0; i++) await sleep(100);
  expect(left()).toEqual([]);
});

test("an altered program that hangs goes with the driver", async () => {
  const program = shop.build("bad-days.c", "-pthread", "-lm");
  const plan = join(shop.folder, "hangs.json");
  const until = { root: { frame: 0, name: "until" }, steps: [] };
  const changes = [{ at: until, to: { scalar: "4", type: "int" } }];
  const graph = join(shop.folder, "graph.json");
  const place = lineOf("bad-days.c", "loop");
  writeFileSync(plan, JSON.stringify({ command: [program], place, changes, capture: graph }));
  const run = spawn(process.execPath, [driver, plan], { detached: true, stdio: "ignore" });
  while (!existsSync(graph)) await sleep(50);
  await sleep(500);
  expect(left().some((command) => command.startsWith(program))).toBe(true);
  process.kill(-run.pid!, "SIGKILL");
  for (let i = 0; i < 100 && left().length > 0; i++) await sleep(100);
  expect(left()).toEqual([]);
});
