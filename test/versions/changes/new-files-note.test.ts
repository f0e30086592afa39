import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { newFilesNotes } from "../../../src/versions/changes/new-files-note.ts";
import type { Change } from "../../../src/world/changes/version-diff.ts";

const nothing = new Uint8Array();

function change(kind: Change["kind"], newPath: string): Change {
  return { kind, newPath, old: nothing, new: nothing };
}

test("where a new file is the cause, --keep is how to ask what else changed", () => {
  const changes = [change("edited", "lib.js"), change("added", "test/new test.js")];
  expect(newFilesNotes({ changes }, DeltaSet.of(1))).toEqual([
    "The old version does not have test/new test.js. If it tests the rest, find what else changed with: --keep 'test/new test.js'",
  ]);
});

test("where something else is needed too, nothing is said", () => {
  const changes = [change("edited", "lib.js"), change("added", "test.js")];
  expect(newFilesNotes({ changes }, DeltaSet.of(0, 1))).toEqual([]);
});
