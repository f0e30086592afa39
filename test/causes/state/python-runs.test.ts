import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { hasPython, local, programs, python, pythonWorkshop, scalar, vertexAt } from "./python-program.ts";

const own = join(programs, "own");
const driver = fileURLToPath(new URL("../../../dist/runtimes/state-python/driver.js", import.meta.url));

describe.skipIf(!hasPython)("a Python program that is looked into", () => {
  const shop = pythonWorkshop();

  const start = { function: "inner", hit: 1 };
  const bare = (words: string[], cwd: string, env: NodeJS.ProcessEnv) => {
    const done = spawnSync(python, words, { cwd, encoding: "utf8", env });
    return { exit: done.status ?? done.signal, output: done.stdout, error: done.stderr };
  };

  describe.each([
    { words: ["faithful.py", "a b", "--x"], cwd: own },
    { words: ["own/faithful.py"], cwd: programs },
    { words: ["-m", "faithful", "exit"], cwd: own },
    { words: ["-u", "-X", "utf8", "faithful.py", "message"], cwd: own },
    { words: ["faithful.py", "raise"], cwd: own },
    { words: ["faithful.py", "kill"], cwd: own },
    { words: ["-c", "import faithful", "exit"], cwd: own },
  ])("$words", ({ words, cwd }) => {
    test.each([{}, { PYTHONPATH: "/nowhere:/else", PYTHONHASHSEED: "3" }])(
      "cannot tell, and ends the same, with %o",
      (more) => {
        const env: NodeJS.ProcessEnv = {
          PATH: process.env.PATH,
          PYTHONHASHSEED: "1",
          PYTHONDONTWRITEBYTECODE: "1",
          ...more,
        };
        const { exit, output, error, graph } = shop.run(
          words,
          { place: start, capture: shop.file("graph") },
          { cwd, env },
        );
        expect({ exit, output, error }).toEqual(bare(words, cwd, env));
        expect(graph.stack.slice(0, 2).map((frame) => frame.function)).toEqual(["inner", "outer"]);
      },
    );
  });

  const see = (way: string, place: object, variable: string) => {
    const { graph, output } = shop.run(["ways.py", way], { place, capture: shop.file("graph") });
    return { output, value: vertexAt(graph, variable).value, depth: graph.stack.length };
  };

  test("is stopped at the hit that was asked for, in recursion", () => {
    for (const hit of [1, 3, 5]) {
      const seen = see("recursion", { function: "fact", hit }, "n");
      expect(seen).toEqual({ output: "120\n", value: String(6 - hit), depth: hit + 2 });
    }
    const changes = [{ at: local("n", [], 2), to: scalar("int", "10") }];
    expect(shop.run(["ways.py", "recursion"], { place: { function: "fact", hit: 3 }, changes }).output).toBe("240\n");
  });

  test("is seen close to the limit of its recursion", () => {
    const deep = see("deep", { function: "fact", hit: 985 }, "n");
    expect(deep).toEqual({ output: "True\n", value: "6", depth: 987 });
  });

  test("takes changes of what a function shares with the one around it, from both sides and in any order", () => {
    const changes = [
      { at: local("total"), to: scalar("int", "10") },
      { at: local("other", [], 1), to: scalar("int", "5") },
    ];
    const place = { function: "around.within", hit: 1 };
    expect(shop.run(["ways.py", "closure"], { place, changes }).output).toBe("(11, 5, 11)\n");
    expect(shop.run(["ways.py", "closure"], { place, changes: changes.reverse() }).output).toBe("(11, 5, 11)\n");
    const outside = [{ at: local("total", [], 1), to: scalar("int", "20") }];
    const capture = shop.file("graph");
    expect(shop.run(["ways.py", "closure"], { place, capture, changes: outside }).output).toBe("(21, 1, 21)\n");
    const unbound = [{ at: local("other", [], 1), to: { gone: true } }];
    expect(shop.run(["ways.py", "closure"], { place, changes: unbound }).error).toMatch(
      /UnboundLocalError|cannot be taken/,
    );
  });

  test("holds structures of any depth, here and when they are made again", () => {
    const place = { function: "length", hit: 1 };
    const { graph } = shop.run(["ways.py", "chain", "5000"], { place, capture: shop.file("graph") });
    const to = { copy: vertexAt(graph, "chain").index, graph: graph.vertices, known: {} };
    const changes = [{ at: local("chain"), to }];
    expect(shop.run(["ways.py", "chain", "3"], { place, changes })).toMatchObject({ error: "", output: "5000\n" });
  });

  test("enters a generator once, however often it goes on", () => {
    const place = { function: "walk", hit: 2 };
    const { graph } = shop.run(["ways.py", "generator"], { place, capture: shop.file("graph") });
    expect(vertexAt(graph, "items", "0").value).toBe("4");
    const moments = { function: "main", hit: 1, capture: shop.file("lines") };
    const { lines } = shop.run(["ways.py", "generator"], { moments });
    expect(lines.filter((each: { function?: string }) => each.function === "walk")).toHaveLength(2);
  });

  test("names methods as they are defined, and says what a shorter name may have meant", () => {
    expect(see("method", { function: "Stack.push", hit: 1 }, "item").value).toBe("3");
    expect(see("method", { function: "Stack.push", file: "ways.py", line: 20, hit: 1 }, "item").value).toBe("3");
    const missed = shop.run(["ways.py", "method"], { place: { function: "push", hit: 1 } });
    expect(missed.error).toMatch(/did you mean Stack.push\?/);
  });

  test("is seen in its threads, and not in the processes that it starts", () => {
    expect(see("thread", { function: "in_thread", hit: 1 }, "result").output).toBe("[2]\n");
    const changes = [{ at: local("n"), to: scalar("int", "5") }];
    const forked = shop.run(["ways.py", "process"], { place: { function: "fact", hit: 1 }, changes });
    expect(forked.output).toBe("child 6\nparent 120\n");
  });

  const drive = (command: string[], plan: object) => {
    writeFileSync(shop.file("plan"), JSON.stringify({ command, ...plan }));
    const done = spawnSync(process.execPath, [driver, shop.file("plan")], { cwd: programs, encoding: "utf8" });
    return { exit: done.status ?? done.signal, output: done.stdout, error: done.stderr };
  };

  test("ends the driver as it ended itself", () => {
    const place = { function: "inner", hit: 1 };
    expect(drive([python, "own/faithful.py", "exit"], { place }).exit).toBe(7);
    expect(drive([python, "own/faithful.py", "kill"], { place }).exit).toBe("SIGTERM");
    expect(drive([python, "-c", "import os; os.abort()"], {}).exit).toBe("SIGABRT");
    expect(drive([python, "ways.py", "recursion"], {}).output).toBe("120\n");
  });

  test("makes the driver say with 125 what kept it from looking", () => {
    const plan = { place: { function: "fact", hit: 1 }, capture: shop.file("never") };
    for (const command of [
      [python, "ways.py", "gone"],
      [python, "-I", "ways.py", "recursion"],
    ]) {
      expect(drive(command, plan)).toMatchObject({
        exit: 125,
        error: expect.stringMatching(/^culprit: the program ended/m),
      });
    }
    const missing = drive(["/nowhere/python3", "ways.py"], plan);
    expect([missing.exit, missing.error]).toEqual([125, expect.stringMatching(/^culprit: .*install Python/m)]);
  });

  test("leaves nothing behind in 100 runs", () => {
    const before = readdirSync(shop.folder).sort();
    for (let i = 0; i < 100; i++) {
      const changes = [{ at: local("n"), to: scalar("int", String(i % 5)) }];
      shop.run(["ways.py", "recursion"], { place: { function: "fact", hit: 1 }, changes });
    }
    const left = readdirSync(shop.folder).filter((name) => !["plan", "graph", ...before].includes(name));
    expect(left).toEqual([]);
    expect(startedWith(shop.folder)).toEqual([]);
  });

  test("dies with its driver, even if that is killed", async () => {
    writeFileSync(shop.file("plan"), JSON.stringify({ command: [python, "ways.py", "endless"] }));
    const child = spawn(process.execPath, [driver, shop.file("plan")], { cwd: programs });
    await once(child.stdout, "data");
    expect(startedWith(shop.folder)).toHaveLength(1);
    child.kill("SIGKILL");
    await once(child, "close"); // its output is closed when the last process that holds it is gone
    expect(startedWith(shop.folder)).toEqual([]);
  });
});

/** The processes that have this text in the environment they were started with. */
function startedWith(text: string): string[] {
  const environmentOf = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/environ`, "utf8");
    } catch {
      return ""; // gone meanwhile, or another user's
    }
  };
  return readdirSync("/proc").filter((id) => /^\d+$/.test(id) && environmentOf(id).includes(text));
}
