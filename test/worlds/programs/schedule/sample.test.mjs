import assert from "node:assert";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

test("sleeps long", async () => {
  await sleep(2_000);
});
test("reads", async () => {
  assert.ok((await readFile("/dev/null")).length === 0);
});
