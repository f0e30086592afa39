import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { driver, gdbRunner, lineOf } from "./gdb-program.ts";

const gdb = gdbRunner();

/** The command lines of all processes that name something in the folder. */
function left(): string[] {
  return processes().map(commandOf);
}

function processes(): string[] {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.filter((pid) => commandOf(pid).includes(gdb.folder));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

test("processes that the program starts are in the process group of the driver", async () => {
  const program = gdb.copy(gdb.build("endings.c"), "program");
  const plan = gdb.file("forks.json");
  writeFileSync(plan, JSON.stringify({ command: [program, "fork"] }));
  const run = spawn(process.execPath, [driver, plan], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => run.stdout.once("data", resolve));
  await sleep(200);
  expect(left().filter((command) => command.startsWith(program)).length).toBe(2);
  process.kill(-run.pid!, "SIGKILL");
  for (let i = 0; i < 100 && left().length > 0; i++) await sleep(100);
  expect(left()).toEqual([]);
});

test("if gdb is killed, the driver answers for it, and the program ends", async () => {
  const program = gdb.copy(gdb.build("hard-cases.c", "-pthread", "-lm"), "program");
  const plan = gdb.file("dies.json");
  const answer = gdb.file("answer");
  const place = { function: "stop_here", hit: 2 };
  writeFileSync(plan, JSON.stringify({ command: [program, "wait"], place, answer }));
  const run = spawn(process.execPath, [driver, plan], { stdio: ["ignore", "ignore", "pipe"] });
  let message = "";
  run.stderr.on("data", (chunk) => {
    message += chunk;
  });
  const ended = new Promise((resolve) => run.once("close", resolve));
  while (!left().some((command) => command.startsWith(program))) await sleep(50);
  const debuggerId = processes().find((pid) => commandOf(pid).startsWith("gdb "))!;
  process.kill(Number(debuggerId), "SIGKILL");
  const reason = "gdb was killed (SIGKILL)";
  expect([await ended, message]).toEqual([125, `culprit: ${reason}\n`]);
  expect(JSON.parse(readFileSync(answer, "utf8"))).toEqual({ failed: true, why: "other", reason });
  for (let i = 0; i < 100 && left().length > 0; i++) await sleep(100);
  expect(left()).toEqual([]);
});

test("a changed program that hangs ends with the driver", async () => {
  const program = gdb.copy(gdb.build("hard-cases.c", "-pthread", "-lm"), "program");
  const plan = gdb.file("hangs.json");
  const until = { root: { frame: 0, name: "until" }, steps: [] };
  const changes = [{ at: until, to: { scalar: "4", type: "int" } }];
  const graph = gdb.file("graph.json");
  const place = lineOf("hard-cases.c", "loop");
  writeFileSync(plan, JSON.stringify({ command: [program], place, changes, capture: graph, maxValues: 3_000 }));
  const run = spawn(process.execPath, [driver, plan], { detached: true, stdio: "ignore" });
  while (!existsSync(graph)) await sleep(50);
  await sleep(500);
  expect(left().some((command) => command.startsWith(program))).toBe(true);
  process.kill(-run.pid!, "SIGKILL");
  for (let i = 0; i < 100 && left().length > 0; i++) await sleep(100);
  expect(left()).toEqual([]);
});
