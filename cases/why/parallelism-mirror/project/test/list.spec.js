"use strict";

const assert = require("node:assert/strict");
const { list } = require("../src/list.js");
const { fill, many, remove, scratch } = require("./scratch.js");

describe("list", () => {
  let folder;
  beforeEach(async () => {
    folder = await scratch();
  });
  afterEach(() => remove(folder));

  it("has every file once", async () => {
    await fill(folder, many(150));
    assert.equal((await list(folder)).size, 150);
  });

  it("tells contents apart", async () => {
    await fill(folder, { a: "1", b: "1", c: "2" });
    const files = await list(folder);
    assert.equal(files.get("a"), files.get("b"));
    assert.notEqual(files.get("a"), files.get("c"));
  });

  it("an empty folder has no files", async () => {
    assert.equal((await list(folder)).size, 0);
  });
});
