import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Editor } from "../src/editor.js";
import { Store } from "../src/store.js";

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "notebook-"));
});
after(() => rm(folder, { recursive: true }));

test("a note is loaded as it was saved", async () => {
  const store = new Store(join(folder, "a"));
  await store.save({ title: "Boats", tags: ["sea"], body: "white" });
  assert.deepEqual(await store.load("Boats"), { title: "Boats", tags: ["sea"], body: "white" });
});

test("a note that was removed is gone", async () => {
  const store = new Store(join(folder, "b"));
  await store.save({ title: "Boats", body: "white" });
  await store.remove("Boats");
  assert.deepEqual(await store.all(), []);
});

test("what was typed last is kept", async () => {
  const store = new Store(join(folder, "c"));
  const editor = new Editor(store);
  for (const title of ["Boats", "Ropes", "Sails"]) {
    editor.type({ title, body: "a dra" });
    editor.type({ title, body: "a draft" });
  }
  await editor.close();
  assert.deepEqual((await store.all()).map(({ body }) => body), ["a draft", "a draft", "a draft"]);
});
