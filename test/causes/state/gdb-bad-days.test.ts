import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { driver, find, gdbWorkshop, lineOf, path, value } from "./gdb-program.ts";

const shop = gdbWorkshop();
const scalar = (text: string) => ({ scalar: text, type: "" });
const build = (...flags: string[]) => shop.build("bad-days.c", "-pthread", "-lm", ...flags);
const stop = { function: "stop_here", hit: 1 };

test("pointers into freed memory, wild and odd ones: nothing is said of what they lead to", () => {
  const graph = shop.capture({ command: [build(), "odd"], place: lineOf("bad-days.c", "odd") });
  for (const name of ["freed", "behind", "last", "wild", "end"]) {
    expect(graph.vertices[find(graph, name)]).toMatchObject({ kind: "opaque" });
  }
  expect(graph.vertices[find(graph, "odd", "*")]).toMatchObject({ kind: "object" });
  expect(graph.vertices[find(graph, "unset")]).toMatchObject({ kind: "array", length: 4 });
  expect(find(graph, "far", "*")).toBe(find(graph, "wild"));
});

test("every kind of value: read, and set to another", () => {
  const plan = { command: [build(), "kinds"], place: lineOf("bad-days.c", "kinds"), hints: ["raw@4"] };
  const graph = shop.capture(plan);
  const of = (name: string, ...steps: string[]) => value(graph, name, ...steps);
  expect([of("low"), of("none"), of("nothing"), of("much"), of("minus")]).toEqual(["LOW", "99", "nan", "inf", "-0.0"]);
  expect([of("grid", "1", "2"), of("raw", "2"), of("function"), of("table", "1")]).toEqual([
    "6",
    "-2",
    "twice",
    "thrice",
  ]);
  const second = find(graph, "twins", "*", "1");
  const ways = ["self *", "data *", "after * before *"];
  for (const way of ways) expect(find(graph, "twins", "*", "1", ...way.split(" "))).toBe(second);
  expect(find(graph, "unknown", "*")).toBe(find(graph, "twins", "*"));
  expect(graph.vertices[find(graph, "mixed")]).toMatchObject({ kind: "opaque" });
  expect(shop.run(plan).stdout).toBe("3 1 6 -1 99 2 1 4 -1 6\n");
  const set = {
    "grid 1 2": "60",
    low: "HIGH",
    none: "LOW",
    nothing: "0.5",
    much: "nan",
    minus: "1.5",
    changing: "5",
    yes: "false",
    "raw 2": "7",
    function: "thrice",
    "table 1": "twice",
    "twins * 1 number": "11",
  };
  const changes = Object.entries(set).map(([way, text]) => {
    const [name, ...steps] = way.split(" ");
    return { at: path(graph, name!, ...steps), to: scalar(text) };
  });
  expect(shop.run({ ...plan, changes }).stdout).toBe("3 11 60 7 -1 0 0 5 8 6\n");
  const pointer = [{ at: path(graph, "unknown"), to: scalar("0x0") }];
  expect(shop.run({ ...plan, changes: pointer }).stdout).toBe("3 1 6 -1 99 2 1 4 -2 6\n");
});

test("what is constant in memory cannot be changed", () => {
  const plan = { command: [build()], place: stop };
  const changes = [{ at: path(shop.capture(plan), "constants", "1"), to: scalar("5") }];
  expect(shop.run({ ...plan, changes })).toMatchObject({ end: 125, stderr: expect.stringContaining("constant") });
});

test("arrays of a million elements take no room from others, and all their elements can be set", () => {
  const plan = { command: [build()], place: stop, maxValues: 5_000 };
  const graph = shop.capture(plan);
  expect(graph.truncated).toBe(true);
  expect(graph.vertices.length).toBeLessThanOrEqual(5_000);
  expect([value(graph, "last"), value(graph, "argv", "*", "0")]).toEqual(["5", JSON.stringify(build())]);
  for (const way of [["big"], ["heap", "*"]] as [string, ...string[]][]) {
    const { kind, length, edges } = graph.vertices[find(graph, ...way)]!;
    expect(kind).toBe("array");
    expect(length).toBeGreaterThanOrEqual(1_000_000);
    expect(edges!.length % 1_000).toBe(0);
    expect(edges!.length).toBeGreaterThan(0);
  }
  const far = [
    { at: path(graph, "heap", "*", "900000"), to: scalar("7") },
    { at: path(graph, "big", "5"), to: scalar("8") },
    { at: path(graph, "big", "7"), to: { gone: true } },
    { at: path(graph, "last"), to: scalar("900000") },
  ];
  expect(shop.run({ ...plan, changes: far }).stdout).toBe("7 0\n");
});

test("a program that raises traps itself gets them", () => {
  const command = [build(), "trap"];
  expect(shop.run({ command }).stdout).toBe("10 traps\n");
  expect(shop.run({ command, place: stop }).stdout).toBe("10 traps\n");
});

test("a program that forks: what the child does is not looked at, and runs on", () => {
  const command = [build(), "fork"];
  const graph = shop.capture({ command, place: stop });
  expect([value(graph, "n"), shop.run({ command, place: stop }).stdout]).toEqual(["4", "child 3\n"]);
  const hits = shop.run({ command, place: { ...stop, hit: 2 } });
  expect(hits).toMatchObject({ end: 125, stdout: "child 3\n" });
});

test("of several threads the state is that of the one that was stopped, and all run on", () => {
  const command = [build(), "threads"];
  const graph = shop.capture({ command, place: { ...stop, hit: 1500 } });
  expect(graph.stack.map((frame) => frame.function)).toEqual(["stop_here", "other"]);
  const changes = [{ at: path(graph, "n"), to: scalar("5") }];
  expect(shop.run({ command, place: { ...stop, hit: 1500 }, changes })).toMatchObject({ end: 0, stdout: "1\n" });
});

test.each([["-static"], ["-no-pie"], ["-fPIE", "-pie"], ["-O2"], ["-Og"], ["-gdwarf-4"]])(
  "a program built with %s",
  (...flags) => {
    const command = [build(...flags)];
    const graph = shop.capture({ command, place: { function: "main", hit: 1 } });
    expect([value(graph, "argc"), value(graph, "big", "0")]).toEqual(["1", "0"]);
    const changes = [{ at: path(graph, "big", "5"), to: scalar("9") }];
    expect(shop.run({ command, place: { function: "main", hit: 1 }, changes }).stdout).toBe("0 9\n");
  },
);

test("a line of optimised code that is no more, and a program without debug information: said in one line", () => {
  const file = lineOf("bad-days.c", "loop").file;
  const nowhere = shop.run({ command: [build("-O2")], place: { file, line: 1_000, hit: 1 } });
  expect(nowhere).toMatchObject({ end: 125, stderr: expect.stringMatching(/^culprit: .*bad-days.c:1000.*\n$/) });
  const none = shop.run({ command: [build("-g0")], place: stop });
  expect(none).toMatchObject({ end: 125, stderr: expect.stringMatching(/^culprit: .* compile it with -g\n$/) });
});

test("an altered program that crashes ends so", () => {
  const plan = { command: [build(), "kinds"], place: lineOf("bad-days.c", "kinds") };
  const changes = [{ at: path(shop.capture(plan), "twins"), to: scalar("0x0") }];
  expect(shop.run({ ...plan, changes }).end).toBe("SIGSEGV");
});

test("a terminal is one for the program too", () => {
  const plan = join(shop.folder, "terminal.json");
  writeFileSync(plan, JSON.stringify({ command: [build(), "terminal"], place: stop }));
  const words = ["-qec", `${process.execPath} ${driver} ${plan}`, join(shop.folder, "typescript")];
  const shown = spawnSync("script", words, { encoding: "utf8" });
  expect([shown.status, shown.stdout.trim()]).toEqual([0, "1 1"]);
});
