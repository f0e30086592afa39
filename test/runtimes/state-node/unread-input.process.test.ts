import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../temporary-folder.ts";
import { expectChunks, lineChange, manyLines, unreadLines } from "../unread-lines.ts";
import { drive, type TestPlan } from "./node-program.ts";

const stdin = join(temporaryFolder("unread"), "data.txt");
const content = "a1\nb2\nc3\nd4\nlast";
writeFileSync(stdin, content);
const place = { function: "here", hit: 1 };

async function run(words: readonly string[], plan: TestPlan) {
  const input = openSync(stdin, "r");
  try {
    return await drive(["filters.cjs", ...words], { place, ...plan }, input);
  } finally {
    closeSync(input);
  }
}

const all = String.raw`1 "a1\n" "b2\n" "c3\n" "d4\n" "last"`;
const rest = String.raw`3 "c3\n" "d4\n" "last"`;

test.each([
  ["atOnce", all, "NEW\nc3\nd4\nlast"],
  ["byBlocks", rest, "a1\nb2\nNEW\nlast"],
  ["byStream", all, "NEW\nc3\nd4\nlast\n"],
])(
  "a program is captured with what it has not read yet, and reads changed lines (%s)",
  async (way, unread, changed) => {
    const captured = await run([way], { capture: true, mark: "<here>" });
    expect(captured.output.replace("<here>0;", "").trimEnd()).toBe(content);
    expect(unreadLines(captured.graph)).toBe(unread);
    const { output } = await run([way], { changes: [lineChange(0, "NEW\n"), lineChange(1, undefined)] });
    expect(output).toBe(changed);
    expect(readFileSync(stdin, "utf8")).toBe(content);
  },
);

test("a file that the program has opened is read on from other lines", async () => {
  const { graph } = await run(["file", stdin], { capture: true, stop: true });
  const root = graph.roots.find((each) => "input" in each && each.name === "data.txt");
  const { input } = root as { readonly input: number };
  expect(unreadLines(graph, input)).toBe(rest);
  const changes = [lineChange(0, "NEW\n", input), lineChange(1, undefined, input)];
  expect((await run(["file", stdin], { changes })).output).toBe("a1\nb2\nNEW\nlast");
});

test("long input is compared in chunks, and changed beyond what was captured", async () => {
  const withLines = async (text: string, plan: TestPlan) => {
    // The lines begin after the block that was read: two lines and the ends of both.
    writeFileSync(stdin, manyLines(text).replace("0\n1\n", "0a\n1b\n"));
    const driven = await run(["byBlocks"], { maxValues: 3000, ...plan });
    writeFileSync(stdin, content);
    return driven;
  };
  await expectChunks(async (text, chunks = []) => (await withLines(text, { capture: true, stop: true, chunks })).graph);
  const { output } = await withLines("cheap", { changes: [lineChange(4321, "dear\n")] });
  expect(output).toContain("4322\ndear\n4324\n");
});

test("of what a stream has read ahead nothing is known, and it cannot be changed", async () => {
  const inLine = { function: "inLine", hit: 1 };
  const { graph } = await run(["byStream"], { place: inLine, capture: true, stop: true });
  const root = graph.roots.find((each) => "input" in each)!;
  expect(graph.vertices[root.vertex]).toEqual({ type: "lines", kind: "opaque" });
  const { refused, output } = await run(["byStream"], {
    place: inLine,
    changes: [lineChange(0, "x\n")],
    refused: true,
  });
  expect(refused).toMatchObject([{ change: 0, reason: "it is not known what the program has read of this file" }]);
  expect(output).toBe(`${content}\n`);
});

test("the output is marked where the program came to the place", async () => {
  expect((await run(["byBlocks"], { place: { function: "here", hit: 2 }, mark: "<here>" })).output).toBe(
    "a1\nb2\n<here>0;c3\nd4\nlast",
  );
});
