import { expect, test } from "vitest";
import { withShortCallers } from "../../../src/causes/schedule/callers.ts";

test("the column of a caller is shown only if several calls are in its line", () => {
  expect(
    withShortCallers([
      "timeout a.mjs:2:45 from line 3:20",
      "timeout a.mjs:2:45 from line 3:35 from b.mjs:7:1",
      "fs.open a.mjs:5:9 from line 9:2",
      "fs.open b.mjs:5:9 from line 9:4",
      "immediate a.mjs:1:1",
    ]),
  ).toEqual([
    "timeout a.mjs:2:45 from line 3:20",
    "timeout a.mjs:2:45 from line 3:35 from b.mjs:7",
    "fs.open a.mjs:5:9 from line 9",
    "fs.open b.mjs:5:9 from line 9",
    "immediate a.mjs:1:1",
  ]);
});
