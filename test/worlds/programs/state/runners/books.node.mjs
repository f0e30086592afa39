import assert from "node:assert/strict";
import { test } from "node:test";
import { firstBook } from "./books.mjs";

test("one book", () => {
  const items = [{ name: "emma", kind: "book" }];
  assert.equal(firstBook(items), "EMMA");
});

test("no book", () => {
  const items = [{ name: "train", kind: "toy" }];
  assert.equal(firstBook(items), "");
});
