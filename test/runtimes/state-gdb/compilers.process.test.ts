import { expect, test } from "vitest";
import { gdbRunner, path, scalar, value } from "./gdb-program.ts";

const gdb = gdbRunner();

test.each([["-static"], ["-no-pie"], ["-fPIE", "-pie"], ["-O2"], ["-Og"], ["-gdwarf-4"]])(
  "a program built with %s",
  (...flags) => {
    const command = [gdb.build("hard-cases.c", "-pthread", "-lm", ...flags)];
    const plan = { command, place: { function: "main", hit: 1 }, maxValues: 3_000 };
    const graph = gdb.capture(plan);
    expect([value(graph, "argc"), value(graph, "big", "0")]).toEqual(["1", "0"]);
    const changes = [{ at: path(graph, "big", "5"), to: scalar("9") }];
    expect(gdb.run({ ...plan, changes }).stdout).toBe("0 9\n");
  },
);

test("in an optimised program values in registers are read and set, and variables that are optimised away left out", () => {
  const command = [gdb.build("measures.c", "data.c", "-pthread", "-O2"), "3"];
  const place = { function: "sum", hit: 1 };
  const graph = gdb.capture({ command, place });
  expect([value(graph, "start"), value(graph, "scale"), value(graph, "at", "*", "value")]).toEqual(["2", "1.5", "2"]);
  const changes = [
    { at: path(graph, "start"), to: scalar("1000") },
    { at: path(graph, "at", "*", "value"), to: scalar("10") },
  ];
  expect(gdb.run({ command, place, changes }).stdout).toMatch(/^1016 /);
});
