"use strict";

const assert = require("node:assert/strict");
const { mkdir } = require("node:fs/promises");
const { join } = require("node:path");
const { prune } = require("../src/prune.js");
const { fill, many, remove, scratch } = require("./scratch.js");

describe("prune", () => {
  let folder;
  beforeEach(async () => {
    folder = await scratch();
  });
  afterEach(() => remove(folder));

  it("keeps folders with files", async () => {
    await fill(folder, many(100));
    assert.equal(await prune(folder), 0);
  });

  it("removes empty folders, and those that become empty", async () => {
    for (let index = 0; index < 40; index++) await mkdir(join(folder, `empty-${index}`, "inner"), { recursive: true });
    assert.equal(await prune(folder), 80);
  });
});
