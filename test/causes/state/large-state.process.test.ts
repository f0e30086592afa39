import { expect, test } from "vitest";
import { findInToy } from "./toy/find.ts";
import { lastOfMany, table } from "./toy/programs.ts";

const maxValues = 2000;

test("a row that differs is found in a table of which only rows are captured", async () => {
  const { cause, notes } = await findInToy({
    program: table,
    pass: ["4321", "1"],
    fail: ["4321", "7"],
    at: ["sum"],
    maxValues,
  });
  expect(cause).toMatchObject([{ variable: "rows[4321].price", old: "1", new: "7" }]);
  expect(notes?.join("\n")).toMatch(
    /At sum [\d,]+ of about [\d,]+ values were compared one by one, and the others in groups: none was left out/,
  );
});

test("a row at the end of a longer table is found", async () => {
  const { cause } = await findInToy({
    program: table,
    pass: ["6000", "9", "6000"],
    fail: ["6000", "9", "6001"],
    at: ["sum"],
    maxValues,
  });
  expect(cause).toMatchObject([{ variable: "rows[6000]", old: "nothing" }]);
});

test("a table is never called the same where parts of it were not compared", async () => {
  const search = { program: lastOfMany, pass: ["1"], fail: ["2"], at: ["last"], maxValues };
  const { reason } = await findInToy(search);
  expect(reason).toMatch(/only [\d,]+ of about [\d,]+ values were compared one by one, and not all parts of rows/);
  expect(reason).not.toContain("the same values");
});
