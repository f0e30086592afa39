import { expect, test } from "vitest";
import { swapEntry, switchEntries } from "../../../../src/causes/schedule/story/cause-entries.ts";

const at = (line: number, does?: string) => ({
  file: "main.c",
  line,
  text: `main.c:${line}`,
  ...(does === undefined ? {} : { does }),
});

const turn = { lane: "1.2", from: at(4), to: at(7, "writes counter") };

test("an interruption names both places and what runs between them", () => {
  const interruption = {
    lane: "1.1",
    after: at(6, "reads counter"),
    before: at(7, "writes counter"),
    otherTurns: [turn],
  };
  expect(switchEntries({ interruptions: [interruption], earlyTurns: [], excerpts: [] })).toEqual([
    {
      text: "1.1 is interrupted between main.c:6 (reads counter) and main.c:7 (writes counter) while 1.2 runs main.c:4 → main.c:7 (writes counter)",
      thread: "1.1",
      against: "1.2",
      file: "main.c",
      line: 6,
    },
  ]);
});

test("an interruption within one place names it once", () => {
  const interruption = { lane: "1.1", after: at(6), before: at(6), otherTurns: [turn] };
  const [entry] = switchEntries({ interruptions: [interruption], earlyTurns: [], excerpts: [] });
  expect(entry!.text).toMatch(/^1\.1 is interrupted at main\.c:6 while/);
});

test("two places of one line are told apart by their columns, all others are lines", () => {
  const read = { ...at(8, "reads hits[0]"), column: 19 };
  const write = { ...at(8, "writes hits[0]"), column: 3 };
  const start = { ...at(1), column: 1 };
  const interruption = {
    lane: "1.1",
    after: read,
    before: write,
    otherTurns: [{ lane: "1.2", from: start, to: write }],
  };
  const [entry] = switchEntries({ interruptions: [interruption], earlyTurns: [], excerpts: [] });
  expect(entry!.text).toBe(
    "1.1 is interrupted between main.c:8:19 (reads hits[0]) and main.c:8:3 (writes hits[0]) while 1.2 runs main.c:1 → main.c:8:3 (writes hits[0])",
  );
  const segment = { lane: "1.2", count: 5 };
  const early = { segment, turn: { lane: "1.2", from: start, to: read }, ahead: { lane: "1", place: write } };
  expect(switchEntries({ interruptions: [], earlyTurns: [early], excerpts: [] })[0]!.text).toBe(
    "1.2 runs main.c:1 → main.c:8:19 (reads hits[0]) before 1 continues from main.c:8:3 (writes hits[0])",
  );
});

test("a lane that runs early is named with the one that has to wait, if there is one", () => {
  const segment = { lane: "1.2", count: 5 };
  const earlyTurns = [
    { segment, turn, ahead: { lane: "1", place: at(12) } },
    { segment, turn, ahead: undefined },
    { segment, turn: undefined, ahead: undefined },
  ];
  expect(switchEntries({ interruptions: [], earlyTurns, excerpts: [] }).map(({ text }) => text)).toEqual([
    "1.2 runs main.c:4 → main.c:7 (writes counter) before 1 continues from main.c:12",
    "1.2 runs main.c:4 → main.c:7 (writes counter)",
    "1.2 runs up to step 5",
  ]);
});

test("a swap is two events in the order that fails", () => {
  expect(swapEntry({ first: "0.1", second: "0.2", places: [at(3), at(9)] })).toEqual({
    text: "main.c:3 runs before main.c:9",
    thread: "0.1",
    against: "0.2",
    file: "main.c",
    line: 3,
  });
});
