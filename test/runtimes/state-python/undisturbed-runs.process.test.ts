import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { StopPlace } from "../../../runtimes/protocol/state.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { driver, local, noPython, programs, python, pythonRunner, scalar, vertexAt } from "./python-program.ts";

const own = join(programs, "own");

describe("a Python program that is run by a plan", skippedBecause(noPython), () => {
  const runner = pythonRunner();
  const capture = runner.file("graph");

  const plainly = (words: readonly string[], cwd: string, env: NodeJS.ProcessEnv) => {
    const { status, signal, stdout, stderr } = spawnSync(python, words, { cwd, encoding: "utf8", env });
    return { exit: status ?? signal, output: stdout, error: stderr };
  };
  const crowded = { PYTHONPATH: "/nowhere:/else", PYTHONHASHSEED: "3" };

  test.each([
    { words: ["self_report.py", "a b", "--x"], cwd: own, more: {} },
    { words: ["self_report.py", "a b", "--x"], cwd: own, more: crowded },
    { words: ["own/self_report.py"], cwd: programs, more: crowded },
    { words: ["-m", "self_report", "exit"], cwd: own, more: {} },
    { words: ["-m", "self_report", "exit"], cwd: own, more: crowded },
    { words: ["-u", "-X", "utf8", "self_report.py", "message"], cwd: own, more: {} },
    { words: ["self_report.py", "raise"], cwd: own, more: {} },
    { words: ["self_report.py", "kill"], cwd: own, more: crowded },
    { words: ["-c", "import self_report", "exit"], cwd: own, more: {} },
  ])("cannot notice it, and ends the same: $words with $more", ({ words, cwd, more }) => {
    const env = { PATH: process.env.PATH, PYTHONHASHSEED: "1", PYTHONDONTWRITEBYTECODE: "1", ...more };
    const plan = { place: { function: "inner", hit: 1 }, capture };
    const { exit, output, error, graph } = runner.run(words, plan, { cwd, env });
    expect({ exit, output, error }).toEqual(plainly(words, cwd, env));
    expect(graph.stack.slice(0, 2).map((frame) => frame.function)).toEqual(["inner", "outer"]);
  });

  const look = (kind: string, place: StopPlace, variable: string) => {
    const { graph, output } = runner.run(["call_kinds.py", kind], { place, capture });
    return { output, value: vertexAt(graph, variable).value, depth: graph.stack.length };
  };

  test("is stopped at the given hit of a recursive function", () => {
    for (const hit of [1, 3, 5]) {
      const seen = look("recursion", { function: "fact", hit }, "n");
      expect(seen).toEqual({ output: "120\n", value: String(6 - hit), depth: hit + 2 });
    }
    const changes = [{ at: local("n", [], 2), to: scalar("int", "10") }];
    const changed = runner.run(["call_kinds.py", "recursion"], { place: { function: "fact", hit: 3 }, changes });
    expect(changed.output).toBe("240\n");
  });

  test("is captured close to its recursion limit", () => {
    const deep = look("deep", { function: "fact", hit: 985 }, "n");
    expect(deep).toEqual({ output: "True\n", value: "6", depth: 987 });
  });

  test("takes changes of variables that a function shares with the one around it, from both sides and in any order", () => {
    const place = { function: "around.within", hit: 1 };
    const closure = (plan: object) => runner.run(["call_kinds.py", "closure"], { place, ...plan });
    const changes = [
      { at: local("total"), to: scalar("int", "10") },
      { at: local("other", [], 1), to: scalar("int", "5") },
    ];
    expect(closure({ changes }).output).toBe("(11, 5, 11)\n");
    expect(closure({ changes: changes.reverse() }).output).toBe("(11, 5, 11)\n");
    const outside = [{ at: local("total", [], 1), to: scalar("int", "20") }];
    expect(closure({ capture, changes: outside }).output).toBe("(21, 1, 21)\n");
    const deleted = [{ at: local("other", [], 1), to: { gone: true } }];
    expect(closure({ changes: deleted }).error).toMatch(/UnboundLocalError|cannot be deleted/);
  });

  test("has structures of any depth, which are captured and copied", () => {
    const place = { function: "length", hit: 1 };
    const { graph } = runner.run(["call_kinds.py", "chain", "5000"], { place, capture });
    const to = { copy: vertexAt(graph, "chain").index, graph: graph.vertices, known: {} };
    const changed = runner.run(["call_kinds.py", "chain", "3"], { place, changes: [{ at: local("chain"), to }] });
    expect(changed).toMatchObject({ error: "", output: "5000\n" });
  });

  test("enters a generator once, however often that is resumed", () => {
    const { graph } = runner.run(["call_kinds.py", "generator"], { place: { function: "walk", hit: 2 }, capture });
    expect(vertexAt(graph, "items", "0").value).toBe("4");
    const plan = { moments: { function: "main", hit: 1, capture: runner.file("moments") } };
    const { moments } = runner.run(["call_kinds.py", "generator"], plan);
    expect(moments.filter((each) => "function" in each && each.function === "walk")).toHaveLength(2);
  });

  test("is captured in its threads, but not in the processes that it starts", () => {
    expect(look("thread", { function: "in_thread", hit: 1 }, "result").output).toBe("[2]\n");
    const changes = [{ at: local("n"), to: scalar("int", "5") }];
    const forked = runner.run(["call_kinds.py", "process"], { place: { function: "fact", hit: 1 }, changes });
    expect(forked.output).toBe("child 6\nparent 120\n");
  });

  test("leaves no process behind", () => {
    expect(startedWith(runner.folder)).toEqual([]);
  });

  test("dies with its driver, even if that is killed", async () => {
    writeFileSync(runner.file("plan"), JSON.stringify({ command: [python, "call_kinds.py", "endless"] }));
    const child = spawn(process.execPath, [driver, runner.file("plan")], { cwd: programs });
    await once(child.stdout, "data");
    expect(startedWith(runner.folder)).toHaveLength(1);
    child.kill("SIGKILL");
    await once(child, "close"); // when the last process that has its output open is gone
    expect(startedWith(runner.folder)).toEqual([]);
  });
});

/** The processes that have this text in the environment they were started with. */
function startedWith(text: string): string[] {
  const environmentOf = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/environ`, "utf8");
    } catch {
      return ""; // it has ended, or belongs to another user
    }
  };
  return readdirSync("/proc").filter((id) => /^\d+$/.test(id) && environmentOf(id).includes(text));
}
