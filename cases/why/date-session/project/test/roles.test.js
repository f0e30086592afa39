import assert from "node:assert/strict";
import { test } from "node:test";
import { isOpen, mayUse } from "../src/roles.js";

test("only admins delete", () => {
  assert.deepEqual(["reader", "editor", "admin"].filter((role) => mayUse(role, "DELETE")), ["admin"]);
});

test("an unknown role may nothing", () => {
  assert.equal(mayUse("guest", "GET"), false);
});

test("assets are open", () => {
  assert.ok(isOpen("/assets/logo.svg"));
  assert.ok(!isOpen("/notes/assets"));
});
