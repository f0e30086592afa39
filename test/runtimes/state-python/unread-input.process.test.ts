import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { expectChunks, lineChange, manyLines, unreadLines } from "../unread-lines.ts";
import { noPython, programs, python, pythonRunner } from "./python-program.ts";

describe("a Python program that reads line by line", skippedBecause(noPython), () => {
  const runner = pythonRunner();
  const stdin = runner.file("data.txt");
  const content = "a1\nb2\nc3\nd4\nlast";
  writeFileSync(stdin, content);
  const program = join(programs, "filters.py");
  const options = { stdin, cwd: runner.folder };
  const place = { function: "here", hit: 2 };
  const outputOf = (way: string) => {
    const input = openSync(stdin, "r");
    const { stdout } = spawnSync(python, [program, way], { cwd: runner.folder, stdio: [input, "pipe", "pipe"] });
    closeSync(input);
    return String(stdout);
  };

  const ways = ["loop", "by_input", "by_csv", "by_bytes", "by_second_stream", "with_seek"];
  const ofFiles = ["by_file", "by_fileinput"];
  test.each([...ways, ...ofFiles])("is captured with what it has not read yet, and reads on (%s)", (way) => {
    const plan = { place, root: programs, capture: runner.file("graph") };
    const { output, graph } = runner.run([program, way], plan, options);
    expect(output).toBe(outputOf(way));
    expect(unreadLines(graph, ofFiles.includes(way) ? 3 : 0)).toBe(String.raw`3 "c3\n" "d4\n" "last"`);
    const names = graph.roots.flatMap((root) => ("input" in root ? [root.name] : []));
    expect(names).toEqual(ofFiles.includes(way) ? ["standard input", "data.txt"] : ["standard input"]);
  });

  test.each([...ways, ...ofFiles])("reads lines that are changed, taken away and added (%s)", (way) => {
    const input = ofFiles.includes(way) ? 3 : 0;
    const changes = [
      lineChange(0, "NEW\n", input),
      lineChange(1, undefined, input),
      lineChange(3, "more\n", input),
      lineChange(4, "end", input),
    ];
    const { output } = runner.run([program, way], { place, root: programs, changes }, options);
    // Without quotes, brackets, and ends of lines.
    const words = output.split("\n").map((line) => line.replaceAll(/^b?\W*|\\n|\W/g, ""));
    expect(words.slice(0, 6)).toEqual(["a1", "b2", "NEW", "last", "more", "end"]);
    expect(readFileSync(stdin, "utf8")).toBe(content);
  });

  test("has long input compared in chunks, and reads lines changed beyond what was captured", async () => {
    const withLines = (text: string, plan: object) => {
      writeFileSync(stdin, manyLines(text));
      const ran = runner.run([program, "loop"], { place, root: programs, maxValues: 3000, ...plan }, options);
      writeFileSync(stdin, content);
      return ran;
    };
    await expectChunks((text, chunks = []) => withLines(text, { capture: runner.file("graph"), chunks }).graph);
    const { output } = withLines("cheap", { changes: [lineChange(4321, "dear\n")] });
    expect(output).toContain(String.raw`'dear\n'`);
  });

  test("may read by file descriptor, in the middle of a line", () => {
    writeFileSync(stdin, "abcdefgh\nsecond\n");
    const plan = { place, root: programs, capture: runner.file("graph"), changes: [lineChange(1, "2nd\n")] };
    const { output, graph } = runner.run([program, "by_blocks"], plan, options);
    writeFileSync(stdin, content);
    expect(unreadLines(graph)).toBe(String.raw`1 "gh\n" "second\n"`);
    expect(output.replaceAll(/[b'\n]/g, "")).toBe(String.raw`acdefgh\n2nd\n`);
  });

  test("keeps ends of lines and bytes that are no text as they are", () => {
    writeFileSync(stdin, Buffer.from("a1\r\nb2\r\nc\xe93\r\nd4", "latin1"));
    const plan = { place, root: programs, capture: runner.file("graph") };
    const { output, graph } = runner.run([program, "by_bytes"], plan, options);
    expect(output).toBe(outputOf("by_bytes"));
    writeFileSync(stdin, "a1\r\nb2\r\nc3\r\nd4");
    const text = runner.run([program, "by_fileinput"], plan, options);
    expect(text.output).toBe(outputOf("by_fileinput"));
    writeFileSync(stdin, content);
    expect(unreadLines(graph)).toBe(String.raw`3 "c\u00e93\r\n" "d4"`);
    expect(unreadLines(text.graph, 3)).toBe(String.raw`3 "c3\r\n" "d4"`);
  });

  test("refuses to change what it has not open", () => {
    const plan = { place, root: programs, refused: runner.file("refused"), changes: [lineChange(0, "x\n", 7)] };
    const { refused, output } = runner.run([program, "loop"], plan, options);
    expect(refused).toEqual([{ change: 0, reason: "the program has no such file open for reading here" }]);
    expect(output).toBe(outputOf("loop"));
  });

  test("has its output marked where it came to the place, if it is still that of the run", () => {
    const { output } = runner.run([program, "loop"], { place, root: programs, mark: "<here>" }, options);
    const plain = outputOf("loop");
    const firstLine = plain.indexOf("\n") + 1;
    expect(output).toBe(`${plain.slice(0, firstLine)}<here>0;${plain.slice(firstLine)}`);
    const redirects = runner.file("redirects.py");
    const own = runner.file("own.txt");
    writeFileSync(own, "");
    writeFileSync(redirects, `import os\nos.dup2(os.open("${own}", os.O_WRONLY), 1)\nprint("mine")\n`);
    const atPrint = { place: { file: redirects, line: 3, hit: 1 }, root: runner.folder, mark: "<here>" };
    expect(runner.run([redirects], atPrint)).toMatchObject({ output: "", answer: { reached: true } });
    expect(readFileSync(own, "utf8")).toBe("mine\n");
    rmSync(redirects);
    rmSync(own);
  });
});
