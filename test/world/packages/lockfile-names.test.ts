import { expect, test } from "vitest";
import { Changes } from "../../../src/world/changes/version-diff.ts";
import { blobId } from "../../../src/world/git/repository.ts";
import { hasToBeInstalled } from "../../../src/world/packages/lockfile-names.ts";
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

test.each([
  "package-lock.json",
  "pnpm-lock.yaml",
  "uv.lock",
  "poetry.lock",
  "Cargo.lock",
  "go.sum",
  "requirements.txt",
])("%s is one change, but for a list of requirements without hashes", (name) => {
  const lines = (version: number) => ["a", "b"].map((each) => `${each}==${version} --hash=sha256:${each}\n`);
  const changesWith = (text: (version: number) => string) =>
    Changes.between(version({ [`web/${name}`]: text(1) }), version({ [`web/${name}`]: text(2) })).changes.length;
  expect(changesWith((each) => lines(each).join("x==0\ny==0\n"))).toBe(1);
  const isList = name === "requirements.txt";
  expect(changesWith((each) => `a==${each}\nx==0\ny==0\nb==${each}\n`)).toBe(isList ? 2 : 1);
});

test("a go.mod and its go.sum are one change", () => {
  const files = (number: number) => ({ "go.mod": `${number}\n`, "go.sum": `${number}\n`, "web/go.sum": `${number}\n` });
  const changes = Changes.between(version(files(1)), version(files(2)));
  expect(changes.changes.map(({ newPath }) => newPath)).toEqual(["go.mod", "web/go.sum"]);
  expect(
    changes
      .compose(changes.all)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["go.mod", "go.sum", "web/go.sum"]);
});

test("cargo and go install what their lockfiles say, and all others have to be told", () => {
  const names = ["web/yarn.lock", "uv.lock", "requirements.txt", "Cargo.lock", "go.mod", "go.sum", "package.json"];
  expect(names.filter(hasToBeInstalled)).toEqual(["web/yarn.lock", "uv.lock", "requirements.txt"]);
});
