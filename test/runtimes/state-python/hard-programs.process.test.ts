import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { driver, local, noPython, programs, python, pythonRunner, scalar, vertexAt } from "./python-program.ts";

const place = { function: "look", hit: 1 };

describe("a Python program that is hard to look into", skippedBecause(noPython), () => {
  const runner = pythonRunner();

  const look = (words: string[], more: object = {}) =>
    runner.run(["hard_cases.py", ...words], { place, capture: runner.file("graph"), ...more });
  const namesIn = (stack: readonly { readonly function: string }[]) => stack.map((frame) => frame.function);

  test("has threads that never wait, and is captured in one of them, which the graph names", () => {
    const { graph, output } = look(["threads"]);
    expect([graph.thread, output]).toEqual(["worker", "1\n"]);
    expect(namesIn(graph.stack)).toEqual(["look", "threads.<lambda>"]);
  });

  test.each(["fork", "spawn", "program"])("starts processes (%s), which run undisturbed", (method) => {
    const { graph, output, error } = look(["processes", method], {
      changes: [{ at: local("things", ["0"]), to: scalar("int", "5") }],
    });
    expect([error, output]).toEqual(["", method === "program" ? "b'7\\n' (5,)\n" : "[2, 4, 6] 10\n"]);
    expect(vertexAt(graph, "things", "0").value).toBe(method === "program" ? "1" : "4");
  });

  test("has a million of everything: a part is captured, and everything can be changed", () => {
    const last = (index: string, value: string) => ({
      at: local("things", [index, "999999"], 1),
      to: scalar("int", value),
    });
    const { graph, output } = look(["large"], { maxValues: 20_000, changes: [last("0", "-1"), last("1", "-2")] });
    expect([output, graph.truncated, graph.vertices.length]).toEqual(["-1 -2\n", true, 20_000]);
    const kinds = ["2", "3", "4", "53"].map((index) => vertexAt(graph, "things", index));
    expect(kinds.map(({ type, kind }) => [type, kind])).toEqual([
      ["bytearray", "array"],
      ["array.array", "array"],
      ["str", undefined],
      // All long texts together have a limit.
      ["str", "opaque"],
    ]);
  });

  test("has code for everything that can be done with its objects, none of which runs", () => {
    const name = { root: { global: "hard_cases.py", name: "loud" }, steps: ["name"] };
    const { graph, output, error } = look(["loud"], { changes: [{ at: name, to: scalar("int", "1") }] });
    expect([output, error]).toEqual(["", ""]);
    expect(vertexAt(graph, "loud", "name").value).toBe('"a"');
    expect(vertexAt(graph, "kept", "0", "key of <Loud 0>").index).toBe(vertexAt(graph, "loud").index);
    expect(vertexAt(graph, "kept", "2", "<Loud 0>").value).toBe("2");
    expect(vertexAt(graph, "kept", "4")).toMatchObject({ kind: "opaque" });
    expect(vertexAt(graph, "kept", "9").index).toBe(vertexAt(graph, "kept").index);
  });

  test("waits in coroutines, whose variables are captured and changed", () => {
    const changes = [{ at: local("rest", [], 2), to: scalar("int", "20") }];
    const { graph, output } = look(["asyncio"], { changes });
    expect(namesIn(graph.stack)).toEqual(["look", "ask", "wait", "main", "<module>"]);
    expect(output).toBe("26\n");
  });

  test("has suspended generators, whose variables are captured and changed", () => {
    const things = (...steps: string[]) => local("things", steps);
    const { graph, output } = look(["pipeline"]);
    expect(output).toContain("[1, 4, 18, 8] 2 6 [9]\n");
    const line = expect.stringMatching(/^generator count at line \d+$/);
    expect(vertexAt(graph, "things", "0")).toMatchObject({ type: line, kind: "opaque" });
    expect(vertexAt(graph, "things", "2", ".awaits")).toMatchObject({ type: line });
    expect(vertexAt(graph, "things", "2").type).toMatch(/^generator twice at line \d+ awaiting$/);
    expect(vertexAt(graph, "things", "3").type).toMatch(/^coroutine wait at line \d+$/);
    expect(vertexAt(graph, "things", "0", "start").value).toBe("1");
    const changes = [
      { at: things("0", "start"), to: scalar("int", "4") },
      { at: things("1", "factor"), to: scalar("int", "5") },
      { at: things("2", ".awaits", "step"), to: scalar("int", "7") },
      { at: things("2", ".awaits"), to: { path: things("0") } },
    ];
    const changed = look(["pipeline"], { changes, refused: runner.file("refused") });
    expect(changed.output).toContain("[1, 4, 18, 8] 5 15 []\n");
    expect(changed.refused).toEqual([{ change: 3, reason: "a generator cannot be moved to another position" }]);
  });

  test("handles an exception, which can be changed", () => {
    const changes = [{ at: local("error", ["args", "0"], 1), to: scalar("int", "4") }];
    const { graph, output } = look(["pending"], { changes });
    expect(output).toBe("(4,)\n");
    expect(graph).not.toHaveProperty("thread");
  });

  test("is in a loop over a list: its elements can be changed, and its variable does not matter to the loop", () => {
    const changes = [
      { at: local("items", ["1"], 1), to: scalar("int", "9") },
      { at: local("items", [], 1), to: { path: local("seen", [], 1) } },
    ];
    expect(look(["loop"], { changes }).output).toBe("[1, 9, 3]\n");
  });

  test("reads its standard input undisturbed", () => {
    writeFileSync(runner.file("input"), "first\nsecond\nthird\n");
    const command = ["sh", "-c", `${python} hard_cases.py input < ${runner.file("input")}`];
    const changes = [{ at: local("first", [], 1), to: scalar("str", '"changed"') }];
    const { exit, output, error } = runner.drive(command, { place, changes });
    expect({ exit, output, error }).toEqual({ exit: 0, output: "changed second\nthird\n", error: "" });
  });

  test("writes to a terminal", () => {
    writeFileSync(runner.file("plan"), JSON.stringify({ command: [python, "hard_cases.py", "terminal"], place }));
    const words = JSON.stringify([process.execPath, driver, runner.file("plan")]);
    const { stdout } = spawnSync(python, ["-c", `import pty; pty.spawn(${words})`], {
      cwd: programs,
      encoding: "utf8",
    });
    expect(stdout.trim()).toBe("True (3,)");
  });

  test.each([[["-m", "package"]], [["-O", "-m", "package"]], [["package"]], [["-X", "dev", "package"]]])(
    "is a package: %s",
    (words) => {
      const limit = { root: { global: "package/__init__.py", name: "limit" }, steps: [] };
      const changes = [{ at: limit, to: scalar("int", "2") }];
      const plan = { place: { function: "within", hit: 1 }, capture: runner.file("graph"), changes };
      // Without `-m` the package does not find itself by its name.
      const env = { ...process.env, PYTHONPATH: programs };
      const { graph, output, error } = runner.run(words, plan, { env });
      expect([error, output]).toEqual(["", "False\n"]);
      expect(vertexAt(graph, "limit").value).toBe("3");
    },
  );

  test("runs in a virtual environment", () => {
    const { status } = spawnSync(python, ["-m", "venv", "--without-pip", runner.file("venv")]);
    expect(status).toBe(0);
    const command = [runner.file("venv/bin/python"), "hard_cases.py", "pending"];
    const changes = [{ at: local("error", ["args", "0"], 1), to: scalar("int", "4") }];
    const { exit, output, error } = runner.drive(command, { place, changes });
    expect({ exit, output, error }).toEqual({ exit: 0, output: "(4,)\n", error: "" });
  });
});
