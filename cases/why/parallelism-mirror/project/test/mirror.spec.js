"use strict";

const assert = require("node:assert/strict");
const { join } = require("node:path");
const { list } = require("../src/list.js");
const { mirror } = require("../src/mirror.js");
const { fill, many, remove, scratch } = require("./scratch.js");

describe("mirror", () => {
  let folder;
  beforeEach(async () => {
    folder = await scratch();
  });
  afterEach(() => remove(folder));

  it("copies everything into a new folder", async () => {
    await fill(join(folder, "from"), many(120));
    const { copy } = await mirror(join(folder, "from"), join(folder, "to"));
    assert.equal(copy.length, 120);
    assert.deepEqual(await list(join(folder, "to")), await list(join(folder, "from")));
  });

  it("copies only what has changed", async () => {
    await fill(join(folder, "from"), { a: "1", "b/c": "2" });
    await fill(join(folder, "to"), { a: "1", "b/c": "old" });
    assert.deepEqual(await mirror(join(folder, "from"), join(folder, "to")), { copy: ["b/c"], remove: [] });
  });

  it("removes what is gone", async () => {
    await fill(join(folder, "from"), { a: "1" });
    await fill(join(folder, "to"), { a: "1", "x/y": "2" });
    assert.deepEqual(await mirror(join(folder, "from"), join(folder, "to")), { copy: [], remove: ["x/y"] });
  });
});
