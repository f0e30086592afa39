import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { hasPython, local, programs, python, pythonWorkshop, scalar, vertexAt } from "./python-program.ts";

const driver = fileURLToPath(new URL("../../../dist/runtimes/state-python/driver.js", import.meta.url));
const place = { function: "look", hit: 1 };

describe.skipIf(!hasPython)("a Python program that is hard to look into", () => {
  const shop = pythonWorkshop();

  const look = (words: string[], more: object = {}) =>
    shop.run(["bad_days.py", ...words], { place, capture: shop.file("graph"), ...more });
  const drive = (command: string[], plan: object = {}) => {
    writeFileSync(shop.file("plan"), JSON.stringify({ command, place, ...plan }));
    const done = spawnSync(process.execPath, [driver, shop.file("plan")], { cwd: programs, encoding: "utf8" });
    return { exit: done.status ?? done.signal, output: done.stdout, error: done.stderr };
  };
  const namesIn = (stack: readonly { function: string }[]) => stack.map((frame) => frame.function);

  test("has threads that never rest, and is seen in one of them, which is told", () => {
    const { graph, output } = look(["threads"]);
    expect([graph.thread, output]).toEqual(["worker", "1\n"]);
    expect(namesIn(graph.stack)).toEqual(["look", "threads.<lambda>"]);
    expect(look(["pending"]).graph).not.toHaveProperty("thread");
  }, 30_000);

  test.each(["fork", "spawn", "program"])("starts processes (%s), which are left alone", (way) => {
    const { graph, output, error } = look(["processes", way], {
      changes: [{ at: local("things", ["0"]), to: scalar("int", "5") }],
    });
    expect([error, output]).toEqual(["", way === "program" ? "b'7\\n' (5,)\n" : "[2, 4, 6] 10\n"]);
    expect(vertexAt(graph, "things", "0").value).toBe(way === "program" ? "1" : "4");
  });

  test("has a million of everything, of which a part is seen, and all can be changed", () => {
    const last = (index: string, value: string) => ({
      at: local("things", [index, "999999"], 1),
      to: scalar("int", value),
    });
    const { graph, output } = look(["large"], { maxValues: 20_000, changes: [last("0", "-1"), last("1", "-2")] });
    expect([output, graph.truncated, graph.vertices.length]).toEqual(["-1 -2\n", true, 20_000]);
    const kinds = ["2", "3", "4", "53"].map((index) => vertexAt(graph, "things", index));
    expect(kinds.map(({ type, kind }) => [type, kind])).toEqual([
      ["bytearray", "opaque"],
      ["array.array", "opaque"],
      ["str", undefined],
      // All long texts together have a limit.
      ["str", "opaque"],
    ]);
  });

  test("has code for everything that can be done with its objects, none of which runs", () => {
    const { graph, output, error } = look(["loud"]);
    expect([output, error]).toEqual(["", ""]);
    expect(vertexAt(graph, "loud", "name").value).toBe('"a"');
    expect(vertexAt(graph, "kept", "0", "key of <Loud 0>").index).toBe(vertexAt(graph, "loud").index);
    expect(vertexAt(graph, "kept", "2", "<Loud 0>").value).toBe("2");
    expect(vertexAt(graph, "kept", "4")).toMatchObject({ kind: "opaque" });
    expect(vertexAt(graph, "kept", "9").index).toBe(vertexAt(graph, "kept").index);
    const changes = [
      { at: { root: { global: "bad_days.py", name: "loud" }, steps: ["name"] }, to: scalar("int", "1") },
    ];
    expect(look(["loud"], { changes }).output).toBe("");
  });

  test("waits in coroutines, whose variables are seen and changed", () => {
    const changes = [{ at: local("rest", [], 2), to: scalar("int", "20") }];
    const { graph, output } = look(["asyncio"], { changes });
    expect(namesIn(graph.stack)).toEqual(["look", "ask", "wait", "main", "<module>"]);
    expect(output).toBe("26\n");
  });

  test("has generators under way, whose variables are seen and changed where they stand", () => {
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
    ];
    expect(look(["pipeline"], { changes }).output).toContain("[1, 4, 18, 8] 5 15 []\n");
    const elsewhere = [{ at: things("2", ".awaits"), to: { path: things("0") } }];
    expect(look(["pipeline"], { changes: elsewhere }).error).toMatch(/^culprit: .* stands elsewhere/);
  });

  test("handles an exception, which can be changed", () => {
    const changes = [{ at: local("error", ["args", "0"], 1), to: scalar("int", "4") }];
    expect(look(["pending"], { changes }).output).toBe("(4,)\n");
  });

  test("is in a loop: what it goes through can be changed, and not that it does", () => {
    const inside = [{ at: local("items", ["1"], 1), to: scalar("int", "9") }];
    expect(look(["loop"], { changes: inside }).output).toBe("[1, 9, 3]\n");
    const other = [{ at: local("items", [], 1), to: { path: local("seen", [], 1) } }];
    expect(look(["loop"], { changes: other }).output).toBe("[1, 2, 3]\n");
  });

  test("reads its standard input, which is there for it as ever", () => {
    writeFileSync(shop.file("input"), "first\nsecond\nthird\n");
    const command = ["sh", "-c", `${python} bad_days.py input < ${shop.file("input")}`];
    const changes = [{ at: local("first", [], 1), to: scalar("str", '"changed"') }];
    expect(drive(command, { changes })).toEqual({ exit: 0, output: "changed second\nthird\n", error: "" });
  });

  test("writes to a terminal", () => {
    writeFileSync(shop.file("plan"), JSON.stringify({ command: [python, "bad_days.py", "terminal"], place }));
    const words = JSON.stringify([process.execPath, driver, shop.file("plan")]);
    const done = spawnSync(python, ["-c", `import pty; pty.spawn(${words})`], { cwd: programs, encoding: "utf8" });
    expect(done.stdout.trim()).toBe("True (3,)");
  });

  test.each([[["-m", "package"]], [["-O", "-m", "package"]], [["package"]], [["-X", "dev", "package"]]])(
    "is a package: %s",
    (words) => {
      const init = { global: "package/__init__.py", name: "limit" };
      const changes = [{ at: { root: init, steps: [] }, to: scalar("int", "2") }];
      const within = { place: { function: "within", hit: 1 }, capture: shop.file("graph"), changes };
      // Without `-m` the package cannot find itself by its name.
      const env = { ...process.env, PYTHONPATH: programs };
      const { graph, output, error } = shop.run(words, within, { env });
      expect([error, output]).toEqual(["", "False\n"]);
      expect(vertexAt(graph, "limit").value).toBe("3");
    },
  );

  test("runs in an environment of its own", () => {
    const made = spawnSync(python, ["-m", "venv", "--without-pip", shop.file("venv")]);
    expect(made.status).toBe(0);
    const command = [shop.file("venv/bin/python"), "bad_days.py", "pending"];
    const changes = [{ at: local("error", ["args", "0"], 1), to: scalar("int", "4") }];
    expect(drive(command, { changes })).toEqual({ exit: 0, output: "(4,)\n", error: "" });
  });

  test("cannot be looked into, and says why", () => {
    expect(look(["traced"])).toMatchObject({
      exit: 125,
      error: expect.stringMatching(/^culprit: .*traced by something/),
    });
    const given = shop.run(["-c", "def look(): pass\nlook()"], { place });
    expect(given).toMatchObject({ exit: 125, error: expect.stringMatching(/^culprit: .*-c cannot be looked into/) });
    for (const flag of ["-S", "-E", "-I"]) {
      const plan = { capture: shop.file("graph") };
      expect(drive([python, flag, "bad_days.py", "pending"], plan)).toMatchObject({
        exit: 125,
        error: expect.stringMatching(/^culprit: .*told by -I, -E or -S/m),
      });
    }
  });
});
