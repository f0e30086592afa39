"use strict";

const assert = require("node:assert/strict");
const { plan, summary } = require("../src/plan.js");

describe("plan", () => {
  it("copies what is new or different, and removes what is gone", () => {
    const from = new Map([["a", "1"], ["b", "2"], ["c", "3"]]);
    const to = new Map([["a", "1"], ["b", "0"], ["d", "4"]]);
    assert.deepEqual(plan(from, to), { copy: ["b", "c"], remove: ["d"] });
  });

  it("says what it is in one line", () => {
    assert.equal(summary({ copy: [], remove: [] }), "nothing to do");
    assert.equal(summary({ copy: ["a"], remove: ["b", "c"] }), "1 to copy, 2 to remove");
  });
});
