import assert from "node:assert/strict";
import { test } from "node:test";
import { search } from "../src/search.js";

const notes = [
  { title: "Ropes", tags: [], body: "for a boat" },
  { title: "Boat", tags: ["sea"], body: "white" },
];

test("titles come first", () => {
  assert.deepEqual(search(notes, "boat").map(({ title }) => title), ["Boat", "Ropes"]);
});

test("all words have to be there", () => {
  assert.deepEqual(search(notes, "boat sea").map(({ title }) => title), ["Boat"]);
});
