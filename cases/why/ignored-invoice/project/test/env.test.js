import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEnv } from "../src/env.js";

test("variables, comments and quotes", () => {
  assert.deepEqual(parseEnv('# a\nNAME = "Holm & Co"\nDAYS=14\n\nbad line\n'), { NAME: "Holm & Co", DAYS: "14" });
});
