import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { MemoryGraph, ValueChange } from "../../../runtimes/protocol/state.ts";
import { launchGo } from "../../../runtimes/state-go/launch.ts";
import { isGoProgram } from "../../../src/trial/command/go-program.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { copyOf, find, local, path, scalar, value } from "../state-gdb/gdb-program.ts";
import { buildGo, driver, goRunner, goSources, noGo } from "./go-program.ts";

describe("Go programs under delve", skippedBecause(noGo), () => {
  const go = goRunner();
  let [sort, values] = ["", ""];
  beforeAll(() => {
    [sort, values] = [buildGo("sort"), buildGo("values")];
  });
  const atShow = (how = "") => ({ command: [values, how], place: { function: "show", hit: 1 } });
  const sourceOf = (name: string) => join(goSources, name, `${name}.go`);
  const lineOf = (mark: string) => {
    const lines = readFileSync(sourceOf("values"), "utf8").split("\n");
    return lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1;
  };
  /** What the program prints with changes at `show`. */
  const printed = (...changes: ValueChange[]) => {
    const { end, stdout, stderr } = go.run({ ...atShow(), changes });
    return end === 0 ? stdout : `${end} ${stderr}`;
  };

  test("they are told from other programs", () => {
    expect([sort, process.execPath, sourceOf("sort")].map(isGoProgram)).toEqual([true, false, false]);
  });

  test("the memory at a place: variables of the own frames, package variables, and what they lead to", () => {
    const graph = go.capture(atShow());
    expect(graph.stack.map((each) => [each.function, each.file])).toEqual([
      ["show", sourceOf("values")],
      ["main", sourceOf("values")],
    ]);
    expect(value(graph, "color")).toBe("Green (1)");
    expect(value(graph, "ok")).toBe("true");
    expect(value(graph, "total")).toBe("0");
    expect(value(graph, "count")).toBe("6");
    const inBox = (...steps: string[]) => value(graph, "b", "*.", ...steps);
    expect([inBox("Node", "value"), inBox("Node", "next"), inBox("name")]).toEqual(["7", "nil", '"box"']);
    expect([inBox("sizes", "2"), inBox("tags", '"y z"'), inBox("held")]).toEqual(["0", "2", "42"]);
    expect([inBox("words", "1"), inBox("queue", "0"), inBox("queue", "closed")]).toEqual(['"tw\\xff"', "5", "0"]);
    expect([inBox("shapes", "0", "side"), inBox("shapes", "1", "*.", "radius")]).toEqual(["2", "1"]);
    expect(value(graph, "numbers", "cap")).toBe("4");
    expect(find(graph, "b", "*.", "first", "*.", "next", "*.", "next", "*.")).toBe(
      find(graph, "b", "*.", "last", "*."),
    );
    expect(graph.truncated).toBe(false);
  });

  test("two slices of the same elements are one thing", () => {
    const { roots } = go.capture(atShow());
    const vertices = roots.filter(({ name }) => name === "numbers").map(({ vertex }) => vertex);
    expect(vertices).toHaveLength(2);
    expect(new Set(vertices).size).toBe(1);
  });

  test("a variable that another one of its name hides is told apart by its line", () => {
    const graph = go.capture({ ...atShow(), place: { file: "values.go", line: lineOf("inner"), hit: 1 } });
    expect([value(graph, "x"), value(graph, `x (line ${lineOf("first")})`)]).toEqual(["2.5", "1"]);
  });

  test("results have no values where a function is entered", () => {
    const names = (place: object) => {
      const { roots } = go.capture({ command: [values, ""], place: { hit: 1, ...place } });
      return roots.filter((root) => "frame" in root && root.frame === 0).map(({ name }) => name);
    };
    expect(names({ function: "pick" })).toEqual(["all", "at"]);
    expect(names({ file: "values.go", line: lineOf("picks") + 1 })).toEqual(["all", "at", "picked"]);
  });

  test("what a function literal has captured is unknown where it is entered", () => {
    const captured = (place: object) => {
      const { roots, vertices } = go.capture({ command: [values, ""], place: { hit: 1, ...place } });
      const own = roots.filter((root) => "frame" in root && root.frame === 0);
      return own.map(({ name, vertex }) => [name, vertices[vertex]!.kind]).toSorted();
    };
    expect(captured({ function: "main.func1" })).toEqual([
      ["all", "opaque"],
      ["i", "opaque"],
    ]);
    expect(captured({ file: "values.go", line: lineOf("spawn") + 2 })).toEqual([
      ["all", "object"],
      ["i", undefined],
    ]);
  });

  test("what is beyond the limit is marked as not captured", () => {
    const { truncated, vertices } = go.capture({ ...atShow(), maxValues: 5 });
    expect(truncated).toBe(true);
    expect(vertices.some(({ cut }) => cut)).toBe(true);
  });

  const plain = "box 7 1 1 0 9 one tw\ufffd tags 1 total 9.5 held 42 -> 1 -> 2 -> 3\n";

  test("plain values are changed wherever they are", () => {
    expect(printed()).toBe(plain);
    const changes = [
      { at: local("b", ["*.", "Node", "value"]), to: scalar("8") },
      { at: local("b", ["*.", "name"]), to: scalar('"a \\"new\\" one"') },
      { at: local("color"), to: scalar("Red (0)") },
      { at: local("numbers", ["0"]), to: scalar("-5") },
      { at: local("b", ["*.", "tags", '"x"']), to: scalar("77") },
      { at: { root: { global: "main", name: "total" }, steps: [] }, to: scalar("0.5") },
      { at: local("b", ["*.", "words", "1"], 1), to: scalar('"tw\\xfe"') },
      { at: local("b", ["*.", "held"]), to: { scalar: "43", type: "int" } },
      { at: local("b", ["*.", "last", "*.", "value"]), to: scalar("4") },
    ];
    expect(printed(...changes)).toBe('a "new" one 8 0 1 -5 9 one tw\ufffd tags 77 total 10 held 43 -> 1 -> 2 -> 4\n');
  });

  test("parameters are changed before they leave their registers", () => {
    const gone = { gone: true as const };
    expect(printed({ at: local("ok"), to: scalar("false") })).toContain("total 7 ");
    expect(printed({ at: local("numbers", ["1"]), to: gone })).toBe(plain.replace(" 0 9", " 0"));
    expect(printed({ at: local("numbers"), to: scalar("nil") })).toBe(plain.replace(" 0 9", ""));
  });

  test("at the first line of a function too", () => {
    const place = { file: sourceOf("values"), line: lineOf("first"), hit: 1 };
    const changes = [{ at: local("color"), to: scalar("5") }];
    expect(go.run({ ...atShow(), place, changes }).stdout).toBe(plain.replace("7 1", "7 5"));
    expect(go.capture({ ...atShow(), place }).stack[0]).toMatchObject({ function: "show", line: place.line });
  });

  test("values that were just stored are changed in the registers that the next line reads", () => {
    const lines = readFileSync(sourceOf("registers"), "utf8").split("\n");
    const printedWith = (mark: string, changes: readonly ValueChange[]) => {
      const place = { file: "registers.go", line: lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1, hit: 1 };
      const { end, stdout, stderr } = go.run({ command: [buildGo("registers"), "3 4"], place, changes });
      return end === 0 ? stdout : `${end} ${stderr}`;
    };
    const to = (name: string, text: string, ...steps: string[]) => ({ at: local(name, steps), to: scalar(text) });
    expect(printedWith("text", [to("first", '"50"')])).toMatch(/^large 100\n25 26\n/);
    expect(printedWith("integer", [to("number", "-7")])).toMatch(/^small -14\n-3.5 -2.5\n/);
    expect(printedWith("flags", [to("isLarge", "true")])).toMatch(/^large 6\n/);
    const total = { at: { root: { global: "main", name: "total" }, steps: [] }, to: scalar("0.25") };
    expect(printedWith("float", [total])).toContain("\n0.25 1.25\n");
    expect(printedWith("both", [to("copied", "4"), to("other", "4")])).toContain("\n8 4 12\n");
    expect(printedWith("both", [to("other", "4")])).toMatch(/^125 .*its value is in a register/);
    expect(printedWith("element", [to("list", "9", "1")])).toContain("\n9 3 12\n");
  });

  test("slices grow, into their capacity and beyond", () => {
    const element = (index: number, to = scalar(String(index))) => ({ at: local("numbers", [String(index)]), to });
    expect(printed(element(2))).toBe(plain.replace("0 9", "0 9 2"));
    expect(printed(element(2), element(3), element(4), element(5))).toBe(plain.replace("0 9", "0 9 2 3 4 5"));
    expect(printed({ at: local("numbers", ["cap"]), to: scalar("2") })).toBe(plain);
    const word = { at: local("b", ["*.", "words", "2"]), to: scalar('"three"') };
    expect(printed(word)).toBe(plain.replace("tw\ufffd", "tw\ufffd three"));
  });

  test("pointers lead to other things, to nothing, and to new things", () => {
    const graph: MemoryGraph = go.capture(atShow());
    const first = (steps: readonly string[] = []) => local("b", ["*.", "first", ...steps]);
    expect(printed({ at: first(["*."]), to: { path: local("b", ["*.", "last", "*."]) } })).toMatch(/held 42 -> 3\n$/);
    expect(printed({ at: first(["*.", "next"]), to: scalar("nil") })).toMatch(/held 42 -> 1\n$/);
    const known = { [find(graph, "b", "*.", "last", "*.")]: path(graph, "b", "*.", "last", "*.") };
    const copied = copyOf(graph, find(graph, "b", "*.", "first"), known);
    const changes = [
      {
        at: local("b", ["*.", "last", "*.", "next"]),
        to: copyOf(graph, find(graph, "b", "*.", "first", "*.", "next"), {}),
      },
      { at: first(), to: copied },
    ];
    expect(printed(...changes)).toMatch(/held 42 -> 1 -> 2 -> 3 -> 2 -> 3\n$/);
  });

  test("changes that are impossible are refused one by one, and the others made", () => {
    const changes = [
      { at: local("numbers", ["cap"]), to: scalar("400") },
      { at: local("b", ["*.", "tags", '"new"']), to: scalar("3") },
      { at: local("b", ["*.", "held"]), to: { scalar: '"text"', type: "string" } },
      { at: local("b", ["*.", "queue", "closed"]), to: scalar("1") },
      { at: local("color"), to: scalar("0") },
      { at: local("b", ["*.", "queue", "0"]), to: scalar("6") },
    ];
    const { refused, stdout } = go.run({ ...atShow(), changes, refused: go.file("refused") });
    expect(refused.map(({ change }: { change: number }) => change)).toEqual([0, 1, 2, 3]);
    expect(stdout).toBe(plain.replace("7 1", "7 0"));
    expect(go.run({ ...atShow(), changes })).toMatchObject({
      end: 125,
      answer: { failed: true, why: "impossible-change" },
    });
  });

  test("the moments of a call: its lines and the functions that it calls", () => {
    const main = go.moments({ command: [sort, "7", "8"] }, { hit: 1 });
    const texts = main.moments.map((each) => ("function" in each ? each.function : `${each.line}#${each.hit}`));
    expect(texts).toEqual(
      "44#1 45#1 usedBuffer 46#1 47#1 46#2 47#2 46#3 49#1 shellSort 50#1 51#1 52#1 51#2 52#2 51#3 54#1 55#1".split(" "),
    );
    expect(main).toMatchObject({ end: 0, stdout: "Output: 0 7\n", answer: { reached: true } });
    const call = go.moments({ command: [sort, "7", "8"] }, { function: "main.shellSort", hit: 1 });
    expect(call.moments[0]).toEqual({ file: sourceOf("sort"), line: 13, hit: 1 });
    const goroutine = go.moments({ command: [values, ""] }, { function: "add", hit: 3 });
    expect(goroutine.moments.map((each) => ("line" in each ? each.line : each.function))).toEqual(
      [0, 1, 2, 3].map((n) => lineOf("lock") + n),
    );
  });

  test("a function literal that begins on the line of a statement is no visit to the statement", () => {
    const last = { file: sourceOf("values"), line: lineOf("spawn"), hit: 4 };
    const { moments } = go.moments({ command: [values, ""] }, { hit: 1 });
    expect(moments.filter((each) => "line" in each && each.line === last.line).at(-1)).toEqual(last);
    expect(go.capture({ command: [values, ""], place: last }).stack.map((each) => each.function)).toEqual(["main"]);
  });

  test("places are functions, methods, generic functions and lines, counted over all goroutines", () => {
    const hits = (place: object, hit = 1) => go.run({ command: [values, ""], place: { ...place, hit } }).answer;
    for (const name of ["main.show", "Square.area", "(*Circle).area", "Circle.area", "pick"])
      expect(hits({ function: name })).toEqual({ reached: true });
    expect(hits({ function: "add" }, 4)).toEqual({ reached: true });
    expect(hits({ function: "add" }, 5)).toEqual({ missed: "too-few-hits", hits: 4 });
    expect(hits({ file: "values.go", line: lineOf("inner") + 1 })).toEqual({ reached: true });
    expect(hits({ file: "values.go", line: lineOf("panic") })).toEqual({ missed: "unreached" });
    expect(hits({ file: "values.go", line: 999 })).toEqual({ missed: "absent", candidates: [] });
    expect(hits({ function: "shows" })).toMatchObject({
      missed: "absent",
      candidates: expect.arrayContaining(["show"]),
    });
    expect(hits({ function: "strconv.Itoa" })).toMatchObject({ missed: "absent" });
  });

  test("programs end as they do by themselves, and their output is marked at the place", () => {
    expect(go.run({ ...atShow("exit"), mark: "[mark]" })).toMatchObject({ end: 3, stdout: `[mark]0;${plain}` });
    const panicked = go.run(atShow("panic"));
    expect(panicked).toMatchObject({ end: 2, stdout: plain });
    expect(panicked.stderr).toContain("invalid memory address or nil pointer dereference");
    expect(readdirSync(go.folder).toSorted()).toEqual(["answer", "plan"]);
  });

  test("why nothing can be inspected, and what to do", () => {
    const { answer } = go.run({ ...atShow(), command: [buildGo("sort", "-gcflags=-l"), "1"] });
    expect(answer).toMatchObject({ why: "not-loaded", reason: expect.stringContaining("-gcflags='all=-N -l'") });
    const elsewhere = go.run({ ...atShow(), root: "/nowhere" }).answer;
    expect(elsewhere).toMatchObject({ why: "not-loaded", reason: expect.stringContaining("no debug information") });
    expect(go.run(atShow(), { HOME: "/nowhere", PATH: "/bin" }).answer).toMatchObject({
      why: "no-debugger",
      reason: expect.stringContaining("go install github.com/go-delve/delve/cmd/dlv@latest"),
    });
  });

  test("delve and the program end with a driver that is killed", async () => {
    const command = [buildGo("values"), "hang"];
    writeFileSync(go.file("plan"), JSON.stringify({ command, root: goSources, place: { function: "show", hit: 1 } }));
    const child = spawn(process.execPath, [driver, go.file("plan")], { stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout, "data");
    // delve, and the program.
    const processes = () => commandLines().filter((line) => line.includes(command[0]!) && line.includes("hang"));
    expect(processes()).toHaveLength(2);
    child.kill("SIGKILL");
    await vi.waitFor(() => expect(processes()).toEqual([]), { timeout: 60_000 });
  });

  test("a driver that was killed is answered for", () => {
    const plan = { command: [sort], answer: go.file("answer") };
    expect(launchGo(go.file("plan"), plan).end({ exit: undefined, signal: "SIGKILL" })).toEqual({
      message: "the driver for Go ended with SIGKILL",
    });
  });
});

/** Of all processes. */
function commandLines(): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, "utf8")] : [];
    } catch {
      return [];
    }
  });
}
