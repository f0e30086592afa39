import { expect, test } from "vitest";
import type { StopPlace } from "../../../../runtimes/protocol/state.ts";
import { gdbRunner, lineOf } from "../gdb-program.ts";

const gdb = gdbRunner();

/** The variables of all frames at a place. */
function variablesAt(place: StopPlace): string {
  const { roots } = gdb.capture({ command: [gdb.build("lifetimes.c")], place });
  const ofFrame = (frame: number) =>
    roots.filter((root) => "frame" in root && root.frame === frame).map((root) => root.name);
  return [0, 1].map((frame) => ofFrame(frame).toSorted().join(" ")).join(" | ");
}

test("variables that are declared further down do not exist yet, whatever is in their memory", () => {
  expect(variablesAt({ function: "add", hit: 1 })).toBe("a b unset | argc argv first i");
  expect(variablesAt(lineOf("lifetimes.c", "first"))).toBe("a b unset | argc argv first i");
  expect(variablesAt(lineOf("lifetimes.c", "loop"))).toBe("a b sum unset | argc argv first i");
  expect(variablesAt({ function: "main", hit: 1 })).toBe("argc argv | ");
});

test("variables of an entered block exist there, and static ones always", () => {
  expect(variablesAt(lineOf("lifetimes.c", "inner"))).toBe("a b inner inside sum unset | argc argv first i");
  expect(variablesAt({ ...lineOf("lifetimes.c", "body"), hit: 2 })).toBe("a b i sum unset v | argc argv first i");
  const { roots } = gdb.capture({
    command: [gdb.build("lifetimes.c")],
    place: { function: "main", hit: 1 },
  });
  expect(roots.map((root) => root.name)).toContain("add::calls");
});
