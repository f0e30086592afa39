import { expect, test } from "vitest";
import { find, gdbWorkshop, path, value } from "./gdb-program.ts";

const shop = gdbWorkshop();
const scalar = (text: string) => ({ scalar: text, type: "" });

test("arrays of varying length, large blocks, files of data only, other threads", () => {
  const command = [shop.build("measures.c", "data.c", "-pthread"), "3"];
  const graph = shop.capture({ command, place: { function: "sum", hit: 1 } });
  expect(graph.vertices[find(graph, "varying")]).toMatchObject({ kind: "array", length: 4 });
  expect(value(graph, "varying", "3")).toBe("3");
  expect(graph.vertices[find(graph, "large", "*")]).toMatchObject({ kind: "opaque" });
  expect([value(graph, "table", "3"), value(graph, "all_names", "*", "1")]).toEqual(["4", '"y"']);
  expect(find(graph, "all_names", "*")).toBe(find(graph, "names"));
  expect([value(graph, "change"), value(graph, "unnamed", "inside")]).toEqual(["0x0", "5"]);
  const later = shop.capture({ command, place: { function: "sum", hit: 2 } });
  expect(later.stack.map((each) => each.function)).toEqual(["sum", "other_thread"]);
  expect([value(later, "own", "*", "0"), value(later, "at", "*", "value")]).toEqual(["4", "4"]);
  const plan = { command, place: { function: "main", hit: 1 } };
  const changed = shop.run({ ...plan, changes: [{ at: path(graph, "table", "2"), to: scalar("77") }] });
  expect(changed.stdout).toBe("6 8 77 y 0 0.33333333333333333334\n");
});

test("1,000 new objects of another run", () => {
  const place = { function: "sum", hit: 1 };
  const program = shop.build("measures.c", "data.c", "-pthread");
  const graph = shop.capture({ command: [program, "1000"], place });
  const change = { at: path(graph, "at"), to: { copy: find(graph, "at"), graph: graph.vertices, known: {} } };
  const few = { command: [program, "0"], place };
  expect(shop.run(few).stdout).toMatch(/^2 /);
  expect(shop.run({ ...few, changes: [change] }).stdout).toBe(shop.run({ command: [program, "1000"] }).stdout);
});

test("an optimised program: what is in registers is read and set, what is gone is left out", () => {
  const command = [shop.build("measures.c", "data.c", "-pthread", "-O2"), "3"];
  const place = { function: "sum", hit: 1 };
  const graph = shop.capture({ command, place });
  expect([value(graph, "start"), value(graph, "scale"), value(graph, "at", "*", "value")]).toEqual(["2", "1.5", "2"]);
  const changes = [
    { at: path(graph, "start"), to: scalar("1000") },
    { at: path(graph, "at", "*", "value"), to: scalar("10") },
  ];
  expect(shop.run({ command, place, changes }).stdout).toMatch(/^1016 /);
});
