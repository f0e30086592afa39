import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change, Plan } from "../../../runtimes/protocol/state.ts";
import { hold } from "../../../runtimes/state-python/holder.ts";
import { Supervisor } from "../../../src/trial/supervisor.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { processesOf } from "./held-processes.ts";
import { holdingRoom } from "./holding-room.ts";
import { hasPython, local, programs, python, scalar } from "./python-program.ts";

const place = { function: "work", hit: 1 };
const timeLimit = 60_000;

describe.skipIf(!hasPython || process.platform !== "linux")("a Python program that is held at its place", () => {
  const folder = temporaryFolder("holder");
  const file = (name: string) => join(folder, name);
  const room = holdingRoom({ language: "python", hold, folder, cwd: programs, timeLimit });
  const { held, written, drive, driver } = room;

  /** The name of the folder is a word of the program, by which its processes are known. */
  const planOf = (before: string, changes: readonly object[] = []): Plan => ({
    command: [python, "held.py", before, folder],
    place,
    root: programs,
    changes: changes as Change[],
  });
  const changesTo = (how: string, n = 3) => [
    { at: local("how"), to: scalar("str", JSON.stringify(how)) },
    { at: local("n"), to: scalar("int", String(n)) },
  ];

  test("goes on as a run from the beginning does, whatever is changed", async () => {
    const plan = planOf("");
    const holder = (await held(plan))!;
    expect(holder.took).toBeGreaterThan(0);
    const more = [
      { at: { root: { global: join(programs, "held.py"), name: "kinds" }, steps: ["'e'"] }, to: scalar("str", '"e"') },
      { at: { root: { global: join(programs, "held.py"), name: "noisy" }, steps: [] }, to: scalar("int", "1") },
      { at: local("nothing"), to: scalar("int", "1") },
    ];
    const ways = ["exit", "leave", "abort", "raise", "start", "return", "fork"];
    const sets = fc.tuple(fc.constantFrom(...ways), fc.integer({ min: 0, max: 255 }), fc.subarray(more));
    const sampled = fc.sample(sets, { numRuns: 8, seed: 7 });
    const all = [...ways.map((way) => [way, 0, []] as const), ...sampled.filter(([way]) => way !== "fork")];
    const begins = new Set<string>();
    for (const [how, n, others] of all) {
      const changes = [...changesTo(how, n), ...others] as Change[];
      const { begun: first, ...fresh } = drive({ ...plan, changes });
      const { begun, ...kept } = drive({ ...plan, changes, holder: holder.path });
      expect([how, n, kept]).toEqual([how, n, fresh]);
      if (begun !== undefined) begins.add(begun);
      expect(begins).not.toContain(first);
    }
    expect(begins.size).toBe(1);
  }, 120_000);

  test("goes on with loops that are changed", async () => {
    const at = { function: "look_at_list", hit: 2 };
    const changes = [
      { at: local("for word", ["in", "2"], 1), to: scalar("str", '"x"') },
      { at: local("for word", ["index"], 1), to: scalar("int", "0") },
    ];
    const plan = { ...planOf("", changes), command: [python, "loops.py", folder], place: at };
    const holder = (await held(plan))!;
    const kept = drive({ ...plan, holder: holder.path });
    expect(kept.stdout).toContain("over_list 5 ['one', 'two', 'one', 'two', 'x']\n");
    expect(kept).toEqual(drive(plan));
  });

  test("says again what it had said, and looks as it would", async () => {
    const plan = planOf("much");
    const holder = (await held(plan))!;
    const look = (more: object) => {
      const { begun, ...run } = drive({ ...plan, capture: file("graph"), ...more });
      return { ...run, graph: readFileSync(file("graph"), "utf8").replace(/0x[0-9a-f]+/g, "") };
    };
    const [fresh, kept] = [look({}), look({ holder: holder.path })];
    expect(kept).toEqual(fresh);
    expect(kept.stdout.length).toBeGreaterThan(200_000);
  });

  test("goes on many times at once, each for itself", async () => {
    const plan = planOf("");
    const holder = (await held(plan))!;
    const expected = drive({ ...plan, holder: holder.path }).stdout;
    const runs = Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, [driver, written({ ...plan, holder: holder.path })], {
        cwd: programs,
        stdio: ["ignore", "pipe", "ignore"],
      });
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
      await once(child, "close");
      return output.replace(/^begun \d+\n/, "");
    });
    expect(new Set(await Promise.all(runs))).toEqual(new Set([expected]));
  });

  test.each([
    ["thread", "it has threads"],
    ["process", "it started a process"],
    ["child", "it has started other processes"],
    ["write", "it wrote a file"],
    ["twice", "it has a file open twice"],
    ["pipe", "it has pipes, sockets or devices open"],
    ["timer", "it has set a timer"],
    ["memory", "it shares memory"],
  ])("is not held if a copy would not be the same: %s", async (before, reason) => {
    const said: string[] = [];
    expect(await held(planOf(before), { onDeclined: (each) => said.push(each) })).toBeUndefined();
    expect(said).toEqual([reason]);
  });

  test("is not held if it does not come to its place, or not in time, or is behind a shell", async () => {
    const { command } = planOf("");
    expect(await held(planOf("never"))).toBeUndefined();
    expect(await hold(planOf("slow"), { folder, cwd: programs, timeLimit: 300 })).toBeUndefined();
    expect(await held({ ...planOf(""), command: ["sh", "-c", command.join(" ")] })).toBeUndefined();
    expect(await held({ ...planOf(""), command: ["timeout", "60", ...command] })).toBeUndefined();
    expect(await held({ ...planOf(""), command: ["/nowhere/python3", "held.py"] })).toBeUndefined();
  });

  test("is left alone by plans of another place, and begun again when it is gone", async () => {
    const holder = (await held(planOf("")))!;
    const other = { ...planOf(""), place: { function: "work", hit: 2 } };
    expect(drive({ ...other, holder: holder.path }).stderr).toMatch(/work was reached 1 time/);
    await holder.close();
    const { begun: _, ...fresh } = drive(planOf(""));
    expect(drive({ ...planOf(""), holder: holder.path })).toMatchObject(fresh);
  });

  test("is ended with its test by the time limit, and all that it has started", async () => {
    const plan = planOf("");
    const holder = (await held(plan))!;
    const supervisor = Supervisor.start({ folder: mkdtempSync(file("supervisor-")) });
    const execute = (how: string, limit: number) => {
      const path = written({ ...plan, changes: changesTo(how, 100) as unknown as Change[], holder: holder.path });
      const command = { argv: [process.execPath, driver, path], cwd: programs, environment: {}, stdin: undefined };
      return supervisor.execute({ ...command, timeLimit: limit });
    };
    const hung = await execute("hang", 3000);
    expect([hung.timedOut, hung.output.stdout]).toEqual([true, expect.stringContaining("hangs")]);
    expect(await processesOf(folder, 1)).toHaveLength(1);
    // The one that sleeps has left its group and its parent.
    const forked = await execute("fork", 30_000);
    expect([forked.exit, forked.output.stdout]).toEqual([0, expect.stringContaining("child")]);
    expect(await processesOf(folder, 1)).toHaveLength(1);
    await supervisor.close();
  });

  test("is ended with its test if the driver is killed", async () => {
    const plan = { ...planOf(""), changes: changesTo("hang") as unknown as Change[] };
    const holder = (await held(plan))!;
    const child = spawn(process.execPath, [driver, written({ ...plan, holder: holder.path })], {
      cwd: programs,
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await processesOf(folder, 1)).toHaveLength(1);
  });

  test("ends with the process that holds it, however that ends, and takes its tests with it", async () => {
    const plan = { ...planOf(""), changes: changesTo("hang") as unknown as Change[] };
    const { keeper, test: child } = await room.heldElsewhere(plan);
    keeper.kill("SIGKILL");
    const [text] = await once(child.stderr.setEncoding("utf8"), "data");
    expect(text).toMatch(/to the side|is lost/);
    await once(child, "close");
    expect(child.exitCode).toBe(125);
  });
});
