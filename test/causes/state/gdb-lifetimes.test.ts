import { expect, test } from "vitest";
import { gdbWorkshop, lineOf } from "./gdb-program.ts";

const shop = gdbWorkshop();

/** The variables of all frames at a place. */
function variablesAt(place: object): string {
  const { roots } = shop.capture({ command: [shop.build("lifetimes.c")], place });
  const ofFrame = (frame: number) => roots.filter((root) => root.frame === frame).map((root) => root.name);
  return [0, 1].map((frame) => ofFrame(frame).toSorted().join(" ")).join(" | ");
}

test("what is declared further down does not exist yet, whatever lies there", () => {
  expect(variablesAt({ function: "add", hit: 1 })).toBe("a b unset | argc argv first i");
  expect(variablesAt(lineOf("lifetimes.c", "first"))).toBe("a b unset | argc argv first i");
  expect(variablesAt(lineOf("lifetimes.c", "loop"))).toBe("a b sum unset | argc argv first i");
  expect(variablesAt({ function: "main", hit: 1 })).toBe("argc argv | ");
});

test("what is declared in a block that was entered exists there, and statics always", () => {
  expect(variablesAt(lineOf("lifetimes.c", "inner"))).toBe("a b inner inside sum unset | argc argv first i");
  expect(variablesAt({ ...lineOf("lifetimes.c", "body"), hit: 2 })).toBe("a b i sum unset v | argc argv first i");
  const { roots } = shop.capture({
    command: [shop.build("lifetimes.c")],
    place: { function: "main", hit: 1 },
  });
  expect(roots.map((root) => root.name)).toContain("add::calls");
});
