import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Change, Plan } from "../../../runtimes/protocol/state.ts";
import { hold } from "../../../runtimes/state-gdb/holder.ts";
import { Supervisor } from "../../../src/trial/supervisor.ts";
import { gdbWorkshop } from "./gdb-program.ts";
import { processesOf } from "./held-processes.ts";
import { begun, holdingRoom } from "./holding-room.ts";

const programs = fileURLToPath(new URL("../../worlds/programs/state", import.meta.url));
const timeLimit = 60_000;
const ways = {
  end: 0,
  abort: 1,
  raise: 2,
  crash: 3,
  leave: 4,
  start: 5,
  fork: 6,
  daemon: 7,
  hang: 8,
  trap: 9,
  shell: 10,
};

describe.skipIf(process.platform !== "linux")("a C program that is held at its place", () => {
  const shop = gdbWorkshop();
  const { folder } = shop;
  const file = (name: string) => join(folder, name);
  const room = holdingRoom({
    language: "gdb",
    hold,
    folder,
    cwd: programs,
    timeLimit,
    environment: { TMPDIR: file("own") },
    // Not the program itself.
    theirs: /^held-\w{6}$/,
  });
  const { held, written, drive, driver } = room;

  /** The name of the folder is a word of the program, by which its processes are known. */
  const planOf = (before: string, changes: readonly Change[] = []): Plan => ({
    command: [shop.build("held.c", "-w", "-pthread"), before, folder],
    place: { function: "work", hit: 1 },
    root: programs,
    changes,
  });
  const scalar = (name: string, value: number): Change => ({
    at: { root: { frame: 0, name }, steps: [] },
    to: { scalar: String(value), type: "int" },
  });
  const changesTo = (way: keyof typeof ways, n = 3) => [scalar("how", ways[way]), scalar("n", n)];

  test("goes on as a run from the beginning does, however it ends", async () => {
    const plan = planOf("");
    const holder = (await held(plan))!;
    const begins = new Set<string | undefined>();
    for (const way of ["end", "abort", "raise", "crash", "leave", "fork", "trap", "shell", "end"] as const) {
      const changes = changesTo(way, 7);
      const { begun: first, ...fresh } = drive({ ...plan, changes });
      const { begun: again, ...kept } = drive({ ...plan, changes, holder: holder.path });
      expect([way, kept]).toEqual([way, fresh]);
      if (way === "end") expect(kept.stdout).toBe(`kept back\n0 42 7 ${file("own")}\n`);
      begins.add(again);
      expect(begins).not.toContain(first);
    }
    expect(begins.size).toBe(1);
  }, 120_000);

  test("becomes another program once, and is begun again after that", async () => {
    const plan = planOf("");
    const holder = (await held(plan))!;
    const begins = [1, 2].map(() => drive({ ...plan, changes: changesTo("start"), holder: holder.path }));
    expect(begins.map(({ exit, stdout }) => [exit, stdout])).toEqual([1, 2].map(() => [4, "started\n"]));
    expect(begins[0]!.begun).not.toBe(begins[1]!.begun);
  });

  test.each(["much", "reads"])("says again what it had said, reads on and looks as it would: %s", async (before) => {
    const plan = planOf(before);
    const holder = (await held(plan))!;
    const look = (more: object) => {
      const { begun: _, ...run } = drive({ ...plan, capture: file("graph"), ...more });
      return { ...run, graph: readFileSync(file("graph"), "utf8").replace(/0x[0-9a-f]+|"took":\d+/g, "") };
    };
    const fresh = look({});
    for (let i = 0; i < 2; i++) expect(look({ holder: holder.path })).toEqual(fresh);
    expect(look({ holder: holder.path, stop: true })).toMatchObject({ exit: 0, graph: fresh.graph });
  });

  test("a change that cannot be made is said, and the next test goes on", async () => {
    const plan = planOf("");
    const holder = (await held(plan))!;
    const nowhere = { ...scalar("nowhere", 1) };
    expect(drive({ ...plan, changes: [nowhere], holder: holder.path })).toMatchObject({
      exit: 125,
      stderr: expect.stringContaining("culprit: there is no variable nowhere"),
    });
    const runs = [1, 2].map(() => drive({ ...plan, changes: changesTo("leave", 9), holder: holder.path }));
    expect(runs.map(({ exit }) => exit)).toEqual([9, 9]);
    expect(runs[0]!.begun).toBe(runs[1]!.begun);
  });

  test("tests go on at the same time, as many as were asked for; further ones begin at the beginning", async () => {
    const plan = planOf("");
    const holder = (await held(plan, { atATime: 2 }))!;
    const runs = Array.from({ length: 4 }, async () => {
      const path = written({ ...plan, changes: changesTo("fork"), holder: holder.path });
      const child = spawn(process.execPath, [driver, path], { cwd: programs, stdio: ["ignore", "pipe", "ignore"] });
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
      await once(child, "close");
      return output.replace(begun, "");
    });
    const expected = drive({ ...plan, changes: changesTo("fork") }).stdout;
    const withoutFolder = (text: string) => text.replace(/^(\w+ \d+ \d+) .*$/gm, "$1");
    expect(new Set((await Promise.all(runs)).map(withoutFolder))).toEqual(new Set([withoutFolder(expected)]));
  });

  test.each([
    ["thread", "it started threads or processes"],
    ["child", "it started threads or processes"],
    ["write", "it wrote a file"],
    ["folder", "it changed files"],
    ["pipe", "it has pipes, sockets or devices open"],
    ["socket", "it has pipes, sockets or devices open"],
    ["timer", "it has set a timer"],
    ["memory", "it shares memory"],
    ["children", "it looks after processes by itself"],
    ["never", "it did not come to its place"],
  ])("is not held if a copy would not be the same: %s", async (before, reason) => {
    const said: string[] = [];
    const environment = { ...process.env, HELD_FILE: file(`made-${before}`) };
    expect(await held(planOf(before), { environment, onDeclined: (each: string) => said.push(each) })).toBeUndefined();
    expect(said).toEqual([reason]);
  });

  test("is not held if it does not come to its place in time", async () => {
    expect(await held(planOf("slow"), { timeLimit: 2000 })).toBeUndefined();
  });

  test("is left alone by plans of another place, and begun again when it is gone", async () => {
    const holder = (await held(planOf("")))!;
    const other = { ...planOf(""), place: { function: "work", hit: 2 } };
    expect(drive({ ...other, holder: holder.path }).stderr).toContain("work was reached 1 time");
    await holder.close();
    const { begun: _, ...fresh } = drive(planOf(""));
    expect(drive({ ...planOf(""), holder: holder.path })).toMatchObject(fresh);
  });

  test("is ended with its test by the time limit, and all that it has started", async () => {
    const plan = planOf("");
    const holder = (await held(plan))!;
    const supervisor = Supervisor.start({ folder: mkdtempSync(file("supervisor-")) });
    const execute = (way: keyof typeof ways, limit: number) => {
      const path = written({ ...plan, changes: changesTo(way), holder: holder.path });
      const command = { argv: [process.execPath, driver, path], cwd: programs, environment: {}, stdin: undefined };
      return supervisor.execute({ ...command, timeLimit: limit });
    };
    const hung = await execute("hang", 3000);
    expect([hung.timedOut, hung.output.stdout]).toEqual([true, expect.stringContaining("hangs")]);
    expect(await processesOf(folder, 1)).toHaveLength(1);
    // The one that sleeps has left its group, its session and its outputs.
    expect((await execute("daemon", 30_000)).exit).toBe(3);
    expect(await processesOf(folder, 1)).toHaveLength(1);
    expect((await execute("leave", 30_000)).exit).toBe(3);
    await supervisor.close();
  });

  test("is ended with its test if the driver is killed, and others go on from it", async () => {
    const plan = planOf("");
    const holder = (await held(plan))!;
    const path = written({ ...plan, changes: changesTo("hang"), holder: holder.path });
    const child = spawn(process.execPath, [driver, path], { cwd: programs, stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout, "data");
    expect(await processesOf(folder, 2)).toHaveLength(2);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await processesOf(folder, 1)).toHaveLength(1);
    const runs = [1, 2].map(() => drive({ ...plan, changes: changesTo("leave", 9), holder: holder.path }));
    expect(runs.map(({ exit }) => exit)).toEqual([9, 9]);
    expect(runs[0]!.begun).toBe(runs[1]!.begun);
  });

  test.each(["the process that holds it", "gdb"])("ends with %s, and takes its tests with it", async (whose) => {
    const plan = { ...planOf(""), changes: changesTo("hang") };
    const { keeper, path, test: child } = await room.heldElsewhere(plan);
    const gdb = spawnSync("ps", ["-o", "pid=", "--ppid", String(keeper.pid)], { encoding: "utf8" }).stdout.trim();
    process.kill(whose === "gdb" ? Number(gdb) : keeper.pid!, "SIGKILL");
    const [text] = await once(child.stderr.setEncoding("utf8"), "data");
    expect(text).toMatch(/said/);
    await once(child, "close");
    // With the process that holds it, which nobody asks any more, gdb may yet see the program killed, and tell of that.
    expect(child.exitCode ?? (whose === "gdb" || child.signalCode)).toBeOneOf([125, "SIGKILL"]);
    keeper.kill("SIGKILL");
    expect(await processesOf(folder)).toEqual([]);
    spawnSync("rm", ["-r", path]);
  });
});
