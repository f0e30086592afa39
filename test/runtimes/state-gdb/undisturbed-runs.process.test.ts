import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { driver, gdbRunner, lineOf, path, scalar, value } from "./gdb-program.ts";

const gdb = gdbRunner();
const program = gdb.build("hard-cases.c", "-pthread", "-lm");
const stop = { function: "stop_here", hit: 1 };
/** The program has an array of a million elements. */
const maxValues = 3_000;

test("a program ends as it does without a debugger, with its own streams, name, environment and group", () => {
  gdb.copy(gdb.build("endings.c"), "endings");
  const run = (...words: string[]) => gdb.run({ command: ["./endings", ...words] }, { input: "input\n" });
  expect(run("5", "a\n'b")).toMatchObject({ end: 5, stdout: "./endings a\n'b 1 0\n", stderr: "input\n" });
  for (const [number, name] of Object.entries({
    6: "SIGABRT",
    11: "SIGSEGV",
    9: "SIGKILL",
    13: "SIGPIPE",
    5: "SIGTRAP",
  })) {
    expect(run(`-${number}`).end).toBe(name);
  }
  const place = { function: "reached", hit: 1 };
  expect(gdb.run({ command: ["./endings", "-11"], place }).end).toBe("SIGSEGV");
  expect(gdb.run({ command: ["./endings", "3"], place, stop: true })).toMatchObject({ end: 0 });
});

test("a program that raises traps itself gets them", () => {
  const command = [program, "trap"];
  expect(gdb.run({ command }).stdout).toBe("10 traps\n");
  expect(gdb.run({ command, place: stop }).stdout).toBe("10 traps\n");
});

test("a child process runs on, and its hits do not count", () => {
  const command = [program, "fork"];
  const graph = gdb.capture({ command, place: stop, maxValues });
  expect([value(graph, "n"), gdb.run({ command, place: stop }).stdout]).toEqual(["4", "child 3\n"]);
  const hits = gdb.run({ command, place: { ...stop, hit: 2 } });
  expect(hits).toMatchObject({ end: 125, stdout: "child 3\n" });
});

test("the state is that of the thread that was stopped, and all threads run on", () => {
  const plan = { command: [program, "threads"], place: { ...stop, hit: 1500 }, maxValues };
  const graph = gdb.capture(plan);
  expect(graph.stack.map((frame) => frame.function)).toEqual(["stop_here", "other"]);
  const changes = [{ at: path(graph, "n"), to: scalar("5") }];
  expect(gdb.run({ ...plan, changes })).toMatchObject({ end: 0, stdout: "1\n" });
});

test("a changed program that crashes ends by its signal", () => {
  const plan = { command: [program, "kinds"], place: lineOf("hard-cases.c", "kinds"), maxValues };
  const changes = [{ at: path(gdb.capture(plan), "twins"), to: scalar("0x0") }];
  expect(gdb.run({ ...plan, changes }).end).toBe("SIGSEGV");
});

test("a terminal is one for the program too", () => {
  const plan = gdb.file("terminal.json");
  writeFileSync(plan, JSON.stringify({ command: [program, "terminal"], place: stop }));
  const words = ["-qec", `${process.execPath} ${driver} ${plan}`, gdb.file("typescript")];
  const shown = spawnSync("script", words, { encoding: "utf8" });
  expect([shown.status, shown.stdout.trim()]).toEqual([0, "1 1"]);
});
