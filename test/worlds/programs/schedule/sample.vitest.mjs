import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("two at once", async () => {
  let shared = 0;
  const add = async () => {
    const before = shared;
    await readFile("/dev/null");
    shared = before + 1;
  };
  await add();
  await add();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shared).toBe(2);
});
