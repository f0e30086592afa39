import assert from "node:assert/strict";
import { test } from "node:test";
import { readNote, slugOf, writeNote } from "../src/note.js";

test("a note is read as it was written", () => {
  const note = { title: "Boats", tags: ["sea", "rope"], body: "One\n\nTwo: three" };
  assert.deepEqual(readNote(writeNote(note)), note);
});

test("a text without a head is no note", () => {
  assert.throws(() => readNote("hello"), SyntaxError);
});

test("names on disk", () => {
  assert.deepEqual(["Boats & Ropes!", "…"].map(slugOf), ["boats-ropes", "note"]);
});
