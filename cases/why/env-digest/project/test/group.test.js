import assert from "node:assert/strict";
import { test } from "node:test";
import { byReader, mergeTopics } from "../src/group.js";

test("readers keep the order of their first event", () => {
  const groups = byReader([{ reader: "b" }, { reader: "a" }, { reader: "b" }]);
  assert.deepEqual([...groups.keys()], ["b", "a"]);
  assert.equal(groups.get("b").length, 2);
});

test("merged topics are counted, and the last text stays", () => {
  const events = ["opened", "closed"].map((text) => ({ topic: "pr 9", text }));
  assert.deepEqual(mergeTopics(events), [{ topic: "pr 9", text: "closed", count: 2 }]);
});
