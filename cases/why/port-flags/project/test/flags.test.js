import assert from "node:assert/strict";
import { test } from "node:test";
import { Flags } from "../src/flags.js";

const users = Array.from({ length: 500 }, (_, index) => `user-${index}`);

test("a flag is on for about its share of users", () => {
  const flags = new Flags();
  flags.set("new-search", 0.3);
  const on = users.filter((user) => flags.isOn("new-search", user)).length;
  assert.ok(on > 110 && on < 190, `${on} of 500`);
});

test("unknown flags are off, whole ones on", () => {
  const flags = new Flags();
  flags.set("dark", 1);
  assert.ok(users.every((user) => flags.isOn("dark", user)));
  assert.ok(!users.some((user) => flags.isOn("none", user)));
});

test("bad names and shares are refused", () => {
  assert.throws(() => new Flags().set("No Name", 1), RangeError);
  assert.throws(() => new Flags().set("name", 1.2), RangeError);
});
