import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DriverPlan } from "../../../../runtimes/protocol/state.ts";
import type { Ending } from "../../../../src/causes/state/driver/ending.ts";
import { planWorld } from "../../../../src/causes/state/driver/plan-world.ts";
import type { StateLanguage } from "../../../../src/causes/state/request.ts";
import { Laboratory, type World } from "../../../../src/trial/laboratory.ts";
import { Templates } from "../../../../src/trial/templates.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { missing, skippedBecause } from "../../../tiers/skipped-because.ts";
import { until } from "../../../until.ts";

const programs = join(import.meta.dirname, "../../../worlds/programs/state");
const python = "/usr/bin/python3";
const folder = temporaryFolder("templates");
const input = join(folder, "input");
const never = new AbortController().signal;
const needsPython = skippedBecause(missing(python));
const needsGdb = skippedBecause(missing("gdb") ?? missing("cc"));

let laboratory: Laboratory;
let templates: WatchedTemplates;

class WatchedTemplates extends Templates {
  socket = "";

  override socketFor(...asked: Parameters<Templates["socketFor"]>): string {
    this.socket = super.socketFor(...asked);
    return this.socket;
  }
}

beforeEach(() => {
  laboratory = new Laboratory(1);
  templates = new WatchedTemplates(1);
  writeFileSync(input, "the input\n");
});

afterEach(async () => {
  await templates.close();
  await laboratory.close();
});

/** A plan as a world, and how its last run ended. */
function planned(language: StateLanguage, plan: DriverPlan) {
  const request = { cwd: folder, language, maxValues: 1000, arrays: [], test: [], pass: [], fail: [] };
  const learned: { ending?: Ending } = {};
  const learn = (ending: Ending) => {
    learned.ending = ending;
  };
  return { world: planWorld({ request, templates }, plan, { test: [], learn }), learned };
}

const execute = (world: World, limit: number) => laboratory.execute(world, { test: limit }, never);

/** Runs a plan twice: as the first run begins, the template starts; the second run is a copy of it. */
async function runAsCopy(
  language: StateLanguage,
  plan: DriverPlan,
  { timeLimit = 60_000, firstTimeLimit = 60_000 } = {},
) {
  const { world, learned } = planned(language, plan);
  await execute(world, firstTimeLimit);
  while (!existsSync(`${templates.socket}-0`)) await sleep(10);
  const { execution } = await execute(world, timeLimit);
  return { execution, ending: learned.ending, lines: execution.output.stdout.trim().split("\n") };
}

function endingPython(how: string): DriverPlan {
  const command = [python, join(programs, "endings.py"), how];
  return { root: programs, command, stdin: input, place: { function: "end", hit: 1 } };
}

/** The processes of which /proc says something in a file. */
function processesWith(file: "cmdline" | "environ", text: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && ofProcess(pid, file).includes(text));
}

/** Both have the variables of the template. */
function templateAndCopy(socket: string): readonly [template: number, copy: number] | undefined {
  const both = processesWith("environ", `CULPRIT_STATE_TEMPLATE=${socket}`);
  const parentOf = (pid: number) => Number(/^PPid:\t(\d+)$/m.exec(ofProcess(pid, "status"))?.[1]);
  const copy = both.find((pid) => both.includes(parentOf(pid)));
  return copy === undefined ? undefined : [parentOf(copy), copy];
}

/** What /proc says of a process; "" if it is gone, or none. */
function ofProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1) : "Z";
  return !state!.startsWith("Z");
}

describe("a Python run that is a copy", needsPython, () => {
  test("has the input, the variables and the streams of its own test", async () => {
    const { ending, lines } = await runAsCopy("python", endingPython("normally"));
    expect(ending?.status).toBe("exit 0");
    // Its parent is the template, another Python.
    expect(lines[0]).toMatch(/^the input \/.*\/tmp-\d+ python3/);
  });

  test.each([
    ["seven", "exit 7"],
    ["crash", "SIGSEGV"],
  ])("ends as the program does: %s", async (how, status) => {
    expect((await runAsCopy("python", endingPython(how))).ending?.status).toBe(status);
  });

  test("leaves no process behind, wherever that has gone", async () => {
    const { lines } = await runAsCopy("python", endingPython("leave"));
    expect(lines[0]).toContain("python3");
    expect(isAlive(Number(lines[1]))).toBe(false);
  });

  test("that is too slow has ended when its test has, also if the template is late", async () => {
    const plan = endingPython("hang");
    await runAsCopy("python", plan, { firstTimeLimit: 1, timeLimit: 1 });
    const running = execute(planned("python", plan).world, 3000);
    let found: readonly [template: number, copy: number] | undefined;
    await until(() => {
      found = templateAndCopy(templates.socket);
      return found !== undefined;
    });
    const [template, copy] = found!;
    const wasAlive = running.then(() => isAlive(copy));
    process.kill(template, "SIGSTOP");
    await until(() => processesWith("cmdline", `start-copy.pl\0${templates.socket}`).length === 0);
    await sleep(300);
    process.kill(template, "SIGCONT");
    expect((await running).execution.timedOut).toBe(true);
    expect(await wasAlive).toBe(false);
  });
});

test("a run starts as usual where there is no template", needsPython, async () => {
  const request = {
    cwd: folder,
    language: "python",
    maxValues: 1000,
    arrays: [],
    test: [],
    pass: [],
    fail: [],
  } as const;
  const none = new Templates(0);
  const world = planWorld({ request, templates: none }, endingPython("seven"), { test: [], learn: () => {} });
  const { execution } = await laboratory.execute(world, { test: 60_000 }, never);
  await none.close();
  expect(execution.output.stdout).toMatch(/^the input \/.*\/tmp-\d+ perl/);
});

function compile(name: string): string {
  const program = join(folder, name);
  execFileSync("cc", ["-g", "-O0", "-o", program, join(programs, `${name}.c`)]);
  return program;
}

describe("a C program that a copy of gdb runs", needsGdb, () => {
  test("is started by that copy", async () => {
    const plan = { root: programs, command: [compile("grandparent")], place: { function: "main", hit: 1 } };
    expect((await runAsCopy("gdb", plan)).lines).toEqual(["gdb"]);
  });

  test("has the streams of its own test, and ends as it does without", async () => {
    const program = compile("endings");
    const capture = join(folder, "graph.json");
    const plan = { root: programs, stdin: input, capture, place: { function: "reached", hit: 1 } };
    const exited = await runAsCopy("gdb", { ...plan, command: [program, "3", "word"] });
    expect(exited.ending?.status).toBe("exit 3");
    expect(exited.lines).toEqual([expect.stringContaining("endings word 1")]);
    expect(exited.execution.output.stderr).toContain("the input");
    expect(JSON.parse(readFileSync(capture, "utf8")).stack[0].function).toBe("reached");
    const crashed = await runAsCopy("gdb", { ...plan, command: [program, "-11", "word"] });
    expect(crashed.ending?.status).toBe("SIGSEGV");
  });
});

test("leaves no folder behind", needsPython, async () => {
  await runAsCopy("python", endingPython("normally"));
  await templates.close();
  expect(existsSync(dirname(templates.socket))).toBe(false);
  expect(readdirSync(folder)).not.toContain(".culprit");
});
