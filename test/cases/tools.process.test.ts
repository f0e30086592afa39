import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fuzzInputs } from "../../cases/fuzz-inputs.ts";
import { compile, ends, type ToolName, toolNames } from "../../cases/tools.ts";

const folder = mkdtempSync(join(tmpdir(), "culprit-tools-"));
const programs = {} as Record<ToolName, string>;
beforeAll(() => {
  for (const tool of toolNames) programs[tool] = compile(tool, folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Of each defect, an input that just does not show it and one that just does. */
const edges: readonly (readonly [what: string, tool: ToolName, passing: string, crashing: string])[] = [
  ["ul: one column too many", "ul", "x".repeat(512), "x".repeat(513)],
  ["ul: columns reached by tabs", "ul", "\t".repeat(64), `${"\t".repeat(64)}x`],
  ["ul: a long line after another", "ul", `${"x".repeat(512)}\ny`, `y\n${"x".repeat(513)}`],
  ["units: a letter beyond ASCII", "units", "3 furlongs/fortnight\n", "3 furlongs/\xe4\n"],
  ["units: a name too long by one", "units", "y".repeat(32), "y".repeat(33)],
  ["scan: a line too long by one", "scan", `D ${"x".repeat(2046)}`, `D ${"x".repeat(2047)}`],
  ["scan: blanks, squeezed and quoted", "scan", `D ${" ".repeat(3000)}`, `D "${" ".repeat(3000)}"`],
  ["format: a font without a letter", "format", "a \\fBbold\\fR word", "a \\fbold word"],
  ["format: a font beyond Z", "format", "a \\fZ word", "a \\f[ word"],
];

describe.each(toolNames)("%s", (tool) => {
  test("passes on nothing", () => {
    expect(ends(programs[tool], Buffer.alloc(0))).toBe("exit 0");
  });

  test("crashes on some of the random inputs, every time", () => {
    const crashing = fuzzInputs().filter(({ bytes }) => ends(programs[tool], bytes) === "SIGSEGV");
    expect(crashing.length).toBeGreaterThanOrEqual(3);
    for (const { bytes } of crashing)
      expect(Array.from({ length: 5 }, () => ends(programs[tool], bytes))).toEqual(Array(5).fill("SIGSEGV"));
  });
});

test.each(edges)("%s crashes, and less passes, wherever the system puts it in memory", (_, tool, passing, crashing) => {
  for (let i = 0; i < 10; i++) {
    expect(ends(programs[tool], Buffer.from(passing, "latin1"))).toBe("exit 0");
    expect(ends(programs[tool], Buffer.from(crashing, "latin1"))).toBe("SIGSEGV");
  }
});

test("format refuses a formula that is not closed, which is not its crash", () => {
  expect(ends(programs.format, Buffer.from("\\f0 $"))).toBe("exit 1");
});
