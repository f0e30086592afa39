import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { MemoryGraph, Moment, NewValue, ValueChange } from "../../../runtimes/protocol/state.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { copyOf, find, local, path, value } from "../state-gdb/gdb-program.ts";
import { compileJava, driver, javaRunner, javaSources, noJava } from "./java-program.ts";

describe("Java programs by the Java debug wire protocol", skippedBecause(noJava), () => {
  const java = javaRunner();
  let classes = "";
  beforeAll(() => {
    classes = compileJava();
  });
  const sort = (...words: string[]) => ["java", "-cp", classes, "Sort", ...words];
  const values = (...words: string[]) => ["java", "-cp", classes, "values.Values", ...words];
  const atShow = (...words: string[]) => ({ command: values(...words), place: { function: "show", hit: 1 } });
  const sortFile = join(javaSources, "sort", "Sort.java");
  const valuesFile = join(javaSources, "values", "Values.java");
  const lineOf = (mark: string) => {
    const lines = readFileSync(valuesFile, "utf8").split("\n");
    return lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1;
  };
  const scalar = (text: string, type = ""): NewValue => ({ scalar: text, type });
  const inBox = (...steps: string[]) => local("b", steps);
  /** What the program prints with changes at `show`. */
  const printed = (...changes: ValueChange[]) => {
    const { end, stdout, stderr } = java.run({ ...atShow(), changes });
    return end === 0 ? stdout : `${end} ${stderr}`;
  };
  const plain = [
    "text box GREEN true-1300 x1099511627776 0.1 1.0 7 42 8built -123456789012345678901234567890 12.50 yes 4 5",
    "[1, 2, 3][one, two][17, 18, 19] {x=1, y z=2}{Point[x=1, y=2]=p}[5] [a, b] [[1, 2], [3]] 9 -> 1 -> 2\n",
  ].join(" ");
  let graph: MemoryGraph;
  beforeAll(() => {
    graph = java.capture(atShow());
  });

  test("the memory at a place: variables of the own frames, static fields, and what they lead to", () => {
    expect(graph.stack).toEqual([
      { function: "Values.show", file: valuesFile, line: lineOf("first") },
      { function: "Values.main", file: valuesFile, line: expect.any(Number) },
    ]);
    expect(graph.truncated).toBe(false);
    const names = graph.roots.map((root) => ("global" in root ? `${root.global} ${root.name}` : root.name));
    expect(names).toEqual(
      "b color values text args how b values counter threads"
        .split(" ")
        .concat(["total", "LIMIT", "shared"].map((name) => `values.Values ${name}`)),
    );
    expect([value(graph, "color"), value(graph, "total"), value(graph, "text")]).toEqual(["GREEN", "9", '"text"']);
  });

  test("plain values, texts and boxes are what they hold", () => {
    const texts = "name hidden flag small medium letter large fraction real boxed held builder big price nothing";
    expect(texts.split(" ").map((name) => value(graph, "b", name))).toEqual(
      '"box" 2 true -1 300 \'x\' 1099511627776 0.1 1.0 7 42 "built" -123456789012345678901234567890 12.50 null'.split(
        " ",
      ),
    );
    expect(value(graph, "b", "Values.Base.hidden")).toBe("1");
    expect(value(graph, "b", "text")).toBe('"a \\"b\\" é\\n"');
    expect(value(graph, "b", "type")).toBe("Values.Node");
    expect(graph.vertices[find(graph, "b", "held")]!.type).toBe("Long");
  });

  test("collections are lists, maps by key and sets", () => {
    const parts = (...steps: string[]) => {
      const { kind, edges = [] } = graph.vertices[find(graph, "b", ...steps)]!;
      return [kind, ...edges.map(([label, part]) => `${label}: ${graph.vertices[part]!.value}`)];
    };
    expect(parts("numbers")).toEqual(["array", "0: 1", "1: 2", "2: 3"]);
    expect(parts("linked")).toEqual(["array", '0: "one"', '1: "two"']);
    expect(parts("queue")).toEqual(["array", "0: 17", "1: 18", "2: 19"]);
    expect(parts("counts")).toEqual(["map", '"x": 1', '"y z": 2']);
    expect(parts("named")).toEqual(["map", 'Values.Point(x: 1, y: 2): "p"']);
    expect(parts("letters")).toEqual(["set", "'a': 'a'", "'b': 'b'"]);
    expect(parts("fixedList")).toEqual(["array", "0: 7", "1: 8", "2: 9"]);
    expect(parts("smallList")).toEqual(["array", '0: "only"']);
    expect(parts("arrayList")).toEqual(["array", "0: 5", "1: 6"]);
    expect(parts("fixedMap")).toEqual(["map", '"a": 1', '"b": 2', '"c": 3']);
    expect(parts("onlyEntry")).toEqual(["map", '"a": 1']);
    expect(parts("fixedSet")).toEqual(["set", '"one": "one"']);
    expect(parts("smallSet")).toEqual(["set", "8: 8", "9: 9"]);
    expect(parts("settings")).toEqual(["map", '"depth": "3"']);
    expect(parts("maybe")).toEqual(["object", 'value: "yes"']);
    expect(parts("grid", "1")).toEqual(["array", "0: 3"]);
    expect(find(graph, "b", "tree", "5L")).toBe(find(graph, "b", "first"));
    expect(find(graph, "b", "ordered", "{0} key")).toBe(find(graph, "b", "first"));
  });

  test("of handles, and of sets whose order is another one in each run, only the type is known", () => {
    for (const name of ["lambda", "thread", "nodes"])
      expect(graph.vertices[find(graph, "b", name)]).toMatchObject({ kind: "opaque" });
  });

  test("what is beyond the limit is marked as not captured", () => {
    const { truncated, vertices } = java.capture({ ...atShow(), maxValues: 5 });
    expect(truncated).toBe(true);
    expect(vertices.some(({ cut }) => cut)).toBe(true);
  });

  test("plain values are changed wherever they are", () => {
    expect(printed()).toBe(plain);
    const changes = [
      { at: local("text"), to: scalar('"a \\"new\\" one"', "String") },
      { at: inBox("name"), to: scalar('"b"', "String") },
      { at: local("color"), to: scalar("RED", "Values.Color") },
      { at: inBox("flag"), to: scalar("false") },
      { at: inBox("small"), to: scalar("5") },
      { at: inBox("medium"), to: scalar("-6") },
      { at: inBox("letter"), to: scalar("'\\n'") },
      { at: inBox("large"), to: scalar("-7") },
      { at: inBox("fraction"), to: scalar("0.25") },
      { at: inBox("real"), to: scalar("NaN") },
      { at: inBox("boxed"), to: scalar("300", "Integer") },
      { at: inBox("held"), to: scalar("'h'", "Character") },
      { at: inBox("builder"), to: scalar('"ü€"', "StringBuilder") },
      { at: inBox("big"), to: scalar("99", "BigInteger") },
      { at: inBox("price"), to: scalar("0.5", "BigDecimal") },
      { at: inBox("maybe", "value"), to: scalar('"no"', "String") },
      { at: local("values", ["0"], 1), to: scalar("-4") },
      { at: inBox("numbers", "1"), to: scalar("22", "Integer") },
      { at: inBox("linked", "0"), to: scalar('"eins"', "String") },
      { at: inBox("queue", "2"), to: scalar("0", "Integer") },
      { at: inBox("counts", '"x"'), to: scalar("11", "Integer") },
      { at: inBox("grid", "0", "1"), to: scalar("8") },
      { at: { root: { global: "values.Values", name: "total" }, steps: [] }, to: scalar("10") },
      { at: inBox("first", "next", "value"), to: scalar("4") },
    ];
    expect(printed(...changes)).toBe(
      [
        'a "new" one b RED false5-6 \n-7 0.25 NaN 300 h 8ü€ 99 0.5 no -4 5 [1, 22, 3][eins, two][17, 18, 0]',
        "{x=11, y z=2}{Point[x=1, y=2]=p}[5] [a, b] [[1, 8], [3]] 10 -> 1 -> 4\n",
      ].join(" "),
    );
  });

  test("arrays and collections become longer and shorter", () => {
    const gone = { gone: true as const };
    const number = (text: string) => scalar(text, "Integer");
    expect(
      printed({ at: local("values", ["2"]), to: scalar("6") }, { at: local("values", ["3"]), to: scalar("7") }),
    ).toBe(plain.replace(" 4 5 ", " 4 5 6 7 "));
    const changes = [
      { at: local("values", ["1"]), to: gone },
      { at: inBox("grid", "1", "1"), to: scalar("33") },
      { at: inBox("numbers", "3"), to: number("4") },
      { at: inBox("linked", "1"), to: gone },
      { at: inBox("queue", "3"), to: number("20") },
      { at: inBox("counts", '"new"'), to: number("3") },
      { at: inBox("counts", '"x"'), to: gone },
      { at: inBox("letters", "'c'"), to: scalar("'c'", "Character") },
      { at: inBox("letters", "'a'"), to: gone },
      { at: inBox("tree", "6L"), to: scalar("null", "null") },
    ];
    expect(printed(...changes)).toBe(
      [
        plain.slice(0, plain.indexOf(" 4 5")),
        "4 [1, 2, 3, 4][one][17, 18, 19, 20] {new=3, y z=2}{Point[x=1, y=2]=p}[5, 6] [b, c] [[1, 2], [3, 33]] 9 -> 1 -> 2\n",
      ].join(" "),
    );
    expect(printed({ at: inBox("numbers", "2"), to: gone }, { at: inBox("numbers", "1"), to: gone })).toBe(
      plain.replace("[1, 2, 3]", "[1]"),
    );
  });

  test("a loop over a collection goes on where entries were added", () => {
    const place = { file: valuesFile, line: lineOf("counting"), hit: 1 };
    const counts = (key: string) => local("counts", [JSON.stringify(key)]);
    const changes = [
      { at: counts("new"), to: scalar("5", "Integer") },
      { at: counts("x"), to: { gone: true as const } },
    ];
    const shown = plain.replace("{x=1, y z=2}", "{new=5, y z=2}");
    expect(java.run({ command: values(), place, changes })).toMatchObject({ end: 0, stdout: shown });
  });

  test("references lead to other things, to nothing, and to new things", () => {
    const next = inBox("first", "next");
    expect(printed({ at: next, to: scalar("null", "null") })).toMatch(/9 -> 1\n$/);
    expect(printed({ at: inBox("first"), to: { path: next } })).toMatch(/9 -> 2\n$/);
    const known = { [find(graph, "b", "first", "next")]: path(graph, "b", "first", "next") };
    const copied = copyOf(graph, find(graph, "b", "first"), known);
    expect(printed({ at: inBox("first", "next", "next"), to: copyOf(graph, find(graph, "b", "first")) })).toMatch(
      /9 -> 1 -> 2 -> 1 -> 2\n$/,
    );
    expect(printed({ at: inBox("first"), to: copied }, { at: inBox("first", "value"), to: scalar("9") })).toMatch(
      /9 -> 1 -> 2\n$/,
    );
    const list = copyOf(graph, find(graph, "b", "numbers"));
    const counts = copyOf(graph, find(graph, "b", "counts"));
    const changes = [
      { at: inBox("numbers"), to: list },
      { at: inBox("counts"), to: counts },
      { at: inBox("grid", "1"), to: copyOf(graph, find(graph, "b", "grid", "0")) },
    ];
    expect(printed(...changes)).toBe(plain.replace("[3]]", "[1, 2]]"));
    const fixed = ["fixedList", "smallList", "arrayList"].map((name) => {
      return printed({ at: inBox("numbers"), to: copyOf(graph, find(graph, "b", name)) });
    });
    expect(fixed).toEqual(["[7, 8, 9]", "[only]", "[5, 6]"].map((text) => plain.replace("[1, 2, 3]", text)));
  });

  test("changes that are impossible are refused one by one, and the others made", () => {
    const changes = [
      { at: inBox("small"), to: scalar("300") },
      { at: inBox("first"), to: { path: inBox("numbers") } },
      { at: inBox("counts", "Values.Point(x: 1, y: 2)"), to: scalar("1", "Integer") },
      { at: inBox("numbers", "7"), to: scalar("1", "Integer") },
      { at: local("nowhere"), to: scalar("1") },
      { at: local("color"), to: scalar("BLUE", "Values.Color") },
      { at: inBox("flag"), to: scalar("false") },
    ];
    const { refused, stdout } = java.run({ ...atShow(), changes, refused: java.file("refused") });
    expect(refused.map(({ change }: { change: number }) => change)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(stdout).toBe(plain.replace("true", "false"));
    expect(java.run({ ...atShow(), changes })).toMatchObject({
      end: 125,
      answer: { failed: true, why: "impossible-change" },
    });
  });

  test("the moments of a call: its lines and the methods that it calls", () => {
    const texts = (moments: readonly Moment[]) =>
      moments.map((each) => ("line" in each ? `${each.line}#${each.hit}` : each.function));
    const main = java.moments({ command: sort("7", "8") }, { hit: 1 });
    expect(texts(main.moments)).toEqual(
      "38#1 39#1 Sort.usedBuffer 40#1 41#1 40#2 41#2 40#3 43#1 Sort.shellSort 44#1 45#1 46#1 45#2 46#2 45#3 48#1 49#1".split(
        " ",
      ),
    );
    expect(main).toMatchObject({ end: 0, stdout: "Output: 0 7\n", answer: { reached: true } });
    const call = java.moments({ command: sort("7", "8") }, { function: "shellSort", hit: 1 });
    expect(call.moments[0]).toEqual({ file: sortFile, line: 7, hit: 1 });
    // The step of a loop on the line of its condition is the same visit.
    expect(texts(call.moments).slice(15, 20)).toEqual("17#2 18#1 17#3 18#2 17#4".split(" "));
    const inThread = java.moments({ command: values() }, { function: "Values.add", hit: 3 });
    expect(texts(inThread.moments)).toEqual([0, 1].map((n) => `${lineOf("adds") + n}#3`));
  });

  test("of a runner, the main code is what it calls", () => {
    const source = [
      "import java.lang.reflect.Method;",
      "public class Runner { public static void main(String[] args) throws Exception {",
      '  for (Method each : Class.forName("values.Values").getDeclaredMethods())',
      '    if (each.getName().equals("countDown")) {',
      "      each.setAccessible(true); each.invoke(null, 1); each.invoke(null, 0);",
      "    }",
      "} }",
    ];
    const runner = join(java.folder, "Runner.java");
    writeFileSync(runner, source.join("\n"));
    const { moments } = java.moments({ command: ["java", "-cp", classes, runner] }, { hit: 1 });
    rmSync(runner);
    const line = lineOf("counts");
    const shown = moments.map((each) => ("line" in each ? each.line - line : each.function));
    const name = "Values.countDown";
    expect(shown).toEqual([name, 0, 1, 0, 3, name, 0, 3]);
  });

  test("a loop at the beginning of a method is no further call of it", () => {
    const { moments } = java.moments({ command: values() }, { function: "countDown", hit: 2 });
    const line = lineOf("counts");
    expect(moments.map((each) => ("line" in each ? each.line - line : each.function))).toEqual([
      0, 1, 0, 1, 0, 1, 0, 3,
    ]);
    const answer = (hit: number) => java.run({ command: values(), place: { function: "countDown", hit } }).answer;
    expect([2, 3].map(answer)).toEqual([{ reached: true }, { missed: "too-few-hits", hits: 2 }]);
  });

  test("places are methods, constructors and lines, counted over all threads", () => {
    const hits = (place: object, hit = 1) =>
      java.run({ command: values(), place: { ...place, hit }, stop: true }).answer;
    for (const name of ["values.Values.show", "Node.<init>", "Box.Box"])
      expect([name, hits({ function: name })]).toEqual([name, { reached: true }]);
    expect(hits({ function: "add" }, 4)).toEqual({ missed: "too-few-hits", hits: 3 });
    expect(hits({ file: "Values.java", line: lineOf("inner") }, 2)).toEqual({ reached: true });
    expect(hits({ file: "Values.java", line: lineOf("loop") }, 4)).toEqual({ missed: "too-few-hits", hits: 3 });
    expect(hits({ file: "values/Values.java", line: lineOf("throws") })).toEqual({ missed: "unreached" });
    expect(hits({ file: "Values.java", line: lineOf("each") }, 5)).toEqual({ missed: "too-few-hits", hits: 4 });
    expect(hits({ file: "Values.java", line: 999 })).toEqual({ missed: "absent", candidates: [] });
    expect(hits({ function: "Color.values" })).toMatchObject({ missed: "absent" });
    expect(hits({ function: "shows" })).toMatchObject({
      missed: "absent",
      candidates: expect.arrayContaining(["Values.show"]),
    });
    expect(hits({ function: "ArrayList.add" })).toMatchObject({ missed: "absent" });
  });

  test("an empty line means the next one, and one without code is refused with the next that has some", () => {
    const at = (line: number) => ({ command: values(), place: { file: "Values.java", line, hit: 1 } });
    expect(java.capture(at(lineOf("sum") - 2)).stack[0]!.line).toBe(lineOf("sum"));
    const candidates = [`Values.java:${lineOf("sum")}`];
    expect(java.run(at(lineOf("sum") - 3)).answer).toEqual({ missed: "absent", candidates });
  });

  test("a lambda expression on the line of a statement is no visit to the statement", () => {
    const place = { file: valuesFile, line: lineOf("lambda"), hit: 2 };
    expect(java.run({ command: values(), place }).answer).toEqual({ missed: "too-few-hits", hits: 1 });
  });

  test("the state is that of the thread at the place", () => {
    const { thread, stack } = java.capture({ command: values(), place: { function: "add", hit: 2 } });
    expect(thread).toBe("counter-1");
    expect(stack.map((each) => each.function)).toEqual(["Values.add", "Values.lambda$main$0"]);
  });

  test("programs end as they do by themselves, and their output is marked at the place", () => {
    expect(java.run({ ...atShow("exit"), mark: "[mark]" })).toMatchObject({ end: 3, stdout: `[mark]0;${plain}` });
    const thrown = java.run(atShow("throw"));
    expect(thrown).toMatchObject({ end: 1, stdout: plain });
    expect(thrown.stderr).toMatch(/^Exception in thread "main" java.lang.NullPointerException/);
    expect(java.run({ command: values("exit") })).toMatchObject({ end: 3, stdout: plain, stderr: "" });
    expect(readdirSync(java.folder).toSorted()).toEqual(["answer", "plan"]);
  });

  test("source files are run as they are", () => {
    const { stack, roots } = java.capture({
      command: ["java", sortFile, "2", "1"],
      place: { function: "shellSort", hit: 1 },
    });
    expect(stack[0]).toMatchObject({ file: sortFile, line: 7 });
    expect(roots.map(({ name }) => name)).toEqual(["a", "size", "args", "count", "a", "rounds"]);
  });

  test("why nothing can be inspected, and what to do", () => {
    const place = { function: "shellSort", hit: 1 };
    const without = java.run({ command: ["java", "-cp", compileJava("-g:source,lines"), "Sort", "1"], place });
    expect(without.answer).toMatchObject({ why: "not-loaded", reason: expect.stringContaining("javac -g") });
    const elsewhere = java.run({ command: sort("1"), place, root: "/nowhere" }).answer;
    expect(elsewhere).toMatchObject({ why: "not-loaded", reason: expect.stringContaining("under /nowhere") });
    const script = java.run({ command: ["/bin/true"], place }).answer;
    expect(script).toMatchObject({ why: "cannot-start", reason: expect.stringContaining("started as java") });
    const wrong = java.run({ command: ["java", "-Xno-such-option", "Sort"], place }).answer;
    expect(wrong).toMatchObject({ why: "cannot-start", reason: expect.stringContaining("exit status 1") });
  });

  test("the program ends with a driver that is killed", async () => {
    const command = [...values("hang"), "driver-is-killed"];
    writeFileSync(
      java.file("plan"),
      JSON.stringify({ command, root: javaSources, place: { function: "show", hit: 1 } }),
    );
    const child = spawn(process.execPath, [driver, java.file("plan")], { stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout, "data");
    const processes = () => commandLines().filter((line) => line.includes("driver-is-killed"));
    expect(processes()).toHaveLength(1);
    child.kill("SIGKILL");
    await vi.waitFor(() => expect(processes()).toEqual([]), { timeout: 60_000 });
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
