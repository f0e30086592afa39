import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createApp } from "../src/app.js";

const tokens = JSON.parse(readFileSync(new URL("fixtures/tokens.json", import.meta.url), "utf8"));
const newApp = () => createApp({ secret: "fixture-secret", audience: "notes" });
const as = (name) => ({ authorization: `Bearer ${tokens[name]}` });

test("the front page is for everybody", () => {
  assert.equal(newApp()({ method: "GET", path: "/" }).status, 200);
});

test("notes are not for strangers", () => {
  for (const headers of [{}, as("stranger"), as("elsewhere"), { authorization: "Bearer a.b" }]) {
    assert.equal(newApp()({ method: "GET", path: "/notes/1", headers }).status, 401);
  }
});

test("a reader reads, and does not write", () => {
  const app = newApp();
  assert.equal(app({ method: "GET", path: "/notes/1", headers: as("reader") }).status, 404);
  assert.equal(app({ method: "PUT", path: "/notes/1", headers: as("reader") }).status, 403);
});

test("an editor writes, and reads it again", () => {
  const app = newApp();
  assert.equal(app({ method: "POST", path: "/notes/7", headers: as("editor") }).status, 201);
  assert.deepEqual(app({ method: "GET", path: "/notes/7", headers: as("editor") }), { status: 200, body: "note of bo" });
  assert.equal(app({ method: "DELETE", path: "/notes/7", headers: as("editor") }).status, 403);
});
