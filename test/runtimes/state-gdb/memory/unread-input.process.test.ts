import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectChunks, lineChange, manyLines, unreadLines } from "../../unread-lines.ts";
import { gdbRunner } from "../gdb-program.ts";

const runner = gdbRunner();
const stdin = runner.file("data.txt");
const content = "a1\nb2\nc3\nd4\nlast";
writeFileSync(stdin, content);
const place = { function: "here", hit: 2 };
const changes = (input = 0) => [lineChange(0, "NEW\n", input), lineChange(1, undefined, input)];

const wholeLines = String.raw`3 "c3\n" "d4\n" "last"`;
const changed = "a1\nb2\nNEW\nlast";

test.each(["getline", "fgets", "getchar", "read"])(
  "a C program that uses %s is captured with what it has not read yet, and reads changed lines",
  (way) => {
    const plan = { command: [runner.build("filters.c"), way], place };
    expect(unreadLines(runner.capture(plan, { stdin }))).toBe(wholeLines);
    expect(runner.run({ ...plan, changes: changes() }, { stdin })).toMatchObject({ end: 0, stdout: changed });
    expect(readFileSync(stdin, "utf8")).toBe(content);
  },
);

test("what is captured is not read: the program goes on as if nothing had happened", () => {
  const plan = { command: [runner.build("filters.c"), "scanf"], place, capture: runner.file("graph") };
  expect(runner.run(plan, { stdin }).stdout).toBe("a1\nb2\nc3\nd4\nlast\n");
});

test("after a word, the end of its line is what comes first", () => {
  const graph = runner.capture({ command: [runner.build("filters.c"), "scanf"], place }, { stdin });
  expect(unreadLines(graph)).toBe(String.raw`2 "\n" "c3\n" "d4\n" "last"`);
});

test("a file that a C program has opened is read on from other lines", () => {
  const plan = { command: [runner.build("filters.c"), "file", stdin], place };
  const graph = runner.capture(plan);
  expect(unreadLines(graph, 3)).toBe(wholeLines);
  expect(graph.roots.find((root) => "input" in root)).toMatchObject({ input: 3, name: "data.txt" });
  expect(runner.run({ ...plan, changes: changes(3) }).stdout).toBe(changed);
});

test.each(["lines", "unsynced", "file"])("so are streams of C++ (%s)", (way) => {
  const input = way === "file" ? 3 : 0;
  const plan = { command: [runner.build("filters.cpp"), way, ...(input ? [stdin] : [])], place };
  expect(unreadLines(runner.capture(plan, { stdin }), input)).toBe(wholeLines);
  expect(runner.run({ ...plan, changes: changes(input) }, { stdin }).stdout).toBe(`${changed}\n`);
});

test("long input is compared in chunks, and changed beyond what was captured", async () => {
  const plan = { command: [runner.build("filters.c"), "getline"], place, maxValues: 3000 };
  await expectChunks((text, chunks = []) => {
    writeFileSync(stdin, manyLines(text));
    return runner.capture({ ...plan, chunks }, { stdin });
  });
  writeFileSync(stdin, manyLines("cheap"));
  const { stdout } = runner.run({ ...plan, changes: [lineChange(4321, "dear\n")] }, { stdin });
  writeFileSync(stdin, content);
  expect(stdout).toBe(manyLines("dear"));
});

test("what the program has not open is refused", () => {
  const plan = { command: [runner.build("filters.c"), "fgets"], place, changes: [lineChange(0, "x\n", 7)] };
  expect(runner.run(plan, { stdin })).toMatchObject({ end: 125, answer: { failed: true, why: "impossible-change" } });
});

test("the output is marked at the place, with the number of bytes that are still in buffers", () => {
  const plan = { command: [runner.build("filters.c"), "fgets"], place: { function: "here", hit: 3 }, mark: "<here>" };
  expect(runner.run(plan, { stdin }).stdout).toBe(`<here>6;${content}`);
  expect(runner.run({ ...plan, stop: true }, { stdin }).stdout).toBe("<here>6;a1\nb2\n");
});
