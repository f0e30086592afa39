import { expect, test } from "vitest";
import { Changes } from "../../../src/world/changes/version-diff.ts";
import { blobId } from "../../../src/world/git/repository.ts";
import type { Version } from "../../../src/world/tree/version.ts";

function version(files: Readonly<Record<string, string>>): Version {
  const items = Object.entries(files).map(([path, text]) => {
    const bytes = Buffer.from(text);
    return [path, { kind: "file" as const, executable: false, id: blobId(bytes), bytes: () => bytes }] as const;
  });
  return { name: "a version", items: new Map(items), checkOut: () => {} };
}

test("a lockfile is one change, however many lines of it differ", () => {
  const text = (a: number, b: number) => `{\n "a": ${a},\n "x": 0,\n "y": 0,\n "b": ${b}\n}\n`;
  const files = (a: number, b: number) => ({ "app/package-lock.json": text(a, b), "app/settings.json": text(a, b) });
  const { changes } = Changes.between(version(files(1, 2)), version(files(3, 4)));
  expect(changes.map(({ kind, newPath }) => `${kind} ${newPath}`)).toEqual([
    "replaced app/package-lock.json",
    "edited app/settings.json",
    "edited app/settings.json",
  ]);
});
