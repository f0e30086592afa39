"use strict";

const assert = require("node:assert/strict");
const { join } = require("node:path");
const { list } = require("../src/list.js");
const { mirror } = require("../src/mirror.js");
const { plan } = require("../src/plan.js");
const { fill, many, remove, scratch } = require("./scratch.js");

describe("a second time", () => {
  let folder;
  beforeEach(async () => {
    folder = await scratch();
    await fill(join(folder, "from"), many(80));
    await mirror(join(folder, "from"), join(folder, "to"));
  });
  afterEach(() => remove(folder));

  it("there is nothing to do", async () => {
    assert.deepEqual(await mirror(join(folder, "from"), join(folder, "to")), { copy: [], remove: [] });
  });

  it("the plan is empty in both directions", async () => {
    const [from, to] = [await list(join(folder, "from")), await list(join(folder, "to"))];
    assert.deepEqual([plan(from, to), plan(to, from)], [
      { copy: [], remove: [] },
      { copy: [], remove: [] },
    ]);
  });
});
