import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TestFolders } from "../../src/trial/experiment.ts";
import { Laboratory, type TestEnd, type World } from "../../src/trial/laboratory.ts";

interface CleanUp extends TestFolders {
  readonly end: TestEnd;
  /** What the test wrote to `pid` in its folder, as it was found by the clean-up. */
  readonly pid: number;
}

let laboratory: Laboratory;

beforeEach(() => {
  laboratory = new Laboratory(1);
});

afterEach(() => laboratory.close());

/** A world in which a shell script is the test, and that records when it was cleaned up. */
function scriptWorld(script: string, cleanUps: CleanUp[], build?: string): World {
  return {
    content: script,
    make: () => ({
      argv: ["sh", "-c", `echo $$ > pid; ${script}`],
      build: build === undefined ? undefined : ["sh", "-c", `echo $$ > pid; ${build}`],
      environment: {},
      stdin: undefined,
      candidate: [],
    }),
    cleanUp: (folders, end) => {
      cleanUps.push({ ...folders, end, pid: Number(readFileSync(join(folders.folder, "pid"), "utf8")) });
    },
  };
}

const never = new AbortController().signal;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a world cleans up after its test", () => {
  test.each([
    ["passes", "exit 0"],
    ["fails", "exit 3"],
    ["is killed by a signal", "kill -SEGV $$"],
  ])("that %s", async (_, script) => {
    const cleanUps: CleanUp[] = [];
    await laboratory.execute(scriptWorld(script, cleanUps), { test: undefined }, never);
    expect(cleanUps.map(({ end }) => end)).toEqual(["completed"]);
    expect(isAlive(cleanUps[0]!.pid)).toBe(false);
  });

  test("that ran into its time limit, when its processes are gone", async () => {
    const cleanUps: CleanUp[] = [];
    const world = scriptWorld("sleep 1000 & sleep 1000", cleanUps);
    const { execution } = await laboratory.execute(world, { test: 2000 }, never);
    expect(execution.timedOut).toBe(true);
    expect(cleanUps.map(({ end }) => end)).toEqual(["interrupted"]);
    expect(isAlive(cleanUps[0]!.pid)).toBe(false);
  });

  test("whose build ran into its time limit", async () => {
    const cleanUps: CleanUp[] = [];
    const world = scriptWorld("exit 0", cleanUps, "sleep 1000");
    const { execution } = await laboratory.execute(world, { test: undefined, build: 2000 }, never);
    expect(execution.unbuilt).toBe(true);
    expect(cleanUps.map(({ end }) => end)).toEqual(["interrupted"]);
  });

  test("that was aborted", async () => {
    const cleanUps: CleanUp[] = [];
    const abort = new AbortController();
    let folder = "";
    const world = scriptWorld("sleep 1000", cleanUps);
    const make: World["make"] = (empty, kept) => {
      folder = empty;
      return world.make(empty, kept);
    };
    const execution = laboratory.execute({ ...world, make }, { test: undefined }, abort.signal);
    const rejected = expect(execution).rejects.toThrow("enough");
    await until(() => readFileSync(join(folder, "pid"), "utf8").endsWith("\n"));
    abort.abort(new Error("enough"));
    await rejected;
    expect(cleanUps.map(({ end }) => end)).toEqual(["interrupted"]);
    expect(isAlive(cleanUps[0]!.pid)).toBe(false);
  });

  test("that was aborted while it waited for its turn", async () => {
    const ends: TestEnd[] = [];
    const [first, second] = [new AbortController(), new AbortController()];
    const world = scriptWorld("sleep 1000", []);
    const executions = [first, second].map(({ signal }, i) => {
      const cleanUp: World["cleanUp"] = (_, end) => {
        ends[i] = end;
      };
      return laboratory.execute({ ...world, cleanUp }, { test: undefined }, signal).catch(() => {});
    });
    await Promise.resolve();
    second.abort();
    await executions[1];
    first.abort();
    await executions[0];
    expect(ends).toEqual(["interrupted", "not begun"]);
  });

  test("in the folders that the world was made in", async () => {
    const cleanUps: CleanUp[] = [];
    const made: string[][] = [];
    const world = scriptWorld('test "$TMPDIR" && echo "$TMPDIR"', cleanUps);
    const make: World["make"] = (folder, kept) => {
      made.push([folder, kept]);
      return world.make(folder, kept);
    };
    const { execution } = await laboratory.execute({ ...world, make }, { test: undefined }, never);
    expect(cleanUps.map(({ folder, kept }) => [folder, kept])).toEqual(made);
    expect(execution.output.stdout.trim()).toBe(cleanUps[0]!.temporary);
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (;;) {
    try {
      if (holds()) return;
    } catch {} // the file is not there yet
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("a world that cannot be made", () => {
  const make = (folder: string, keptFolder: string): never => {
    throw Object.assign(new Error("ENOENT: no such file or directory"), { code: "ENOENT", path: folder, keptFolder });
  };

  test("because a file is missing is not blamed on the test", async () => {
    const executed = laboratory.execute({ content: "missing", make }, { test: undefined }, never);
    await expect(executed).rejects.toThrow("ENOENT: no such file or directory");
  });

  test("because the folder of the tests is gone says so", async () => {
    const makeWithoutFolder = (folder: string, keptFolder: string) => {
      rmSync(keptFolder, { recursive: true });
      return make(folder, keptFolder);
    };
    const executed = laboratory.execute({ content: "gone", make: makeWithoutFolder }, { test: undefined }, never);
    await expect(executed).rejects.toThrow(/^The folder in which the tests run, .*, is gone\./);
  });
});
