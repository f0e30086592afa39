import { expect, test } from "vitest";
import { manifestFor } from "../../../src/world/packages/manifest-for.ts";

const text = `{
  "name": "app",
  "dependencies": { "a": "^2.0.0", "b": "^2.0.0" },
  "overrides": { "x": "2.0.0" }
}
`;
const root = { dependencies: { a: "^2.0.0", b: "^2.0.0" } };
const overrides = { x: "2.0.0" };

test("a manifest that suits the lockfile stays as it is written", () => {
  expect(manifestFor(text, { before: root, after: root, overrides })).toBe(text);
});

test("what the composed lockfile requires otherwise is changed, added and removed; the rest stays", () => {
  const after = { dependencies: { a: "^1.0.0" }, devDependencies: { c: "*" } };
  expect(JSON.parse(manifestFor(text, { before: root, after, overrides: { y: { z: "1.0.0" } } }))).toEqual({
    name: "app",
    dependencies: { a: "^1.0.0" },
    devDependencies: { c: "*" },
    overrides: { y: { z: "1.0.0" } },
  });
});

test("what the manifest has besides the lockfile is not taken away, and nothing empty is left", () => {
  const before = { dependencies: { b: "^2.0.0" } };
  const edited = JSON.parse(manifestFor(text, { before, after: {}, overrides: {} }));
  expect(edited).toEqual({ name: "app", dependencies: { a: "^2.0.0" } });
  const only = '{"dependencies": {"b": "1"}}';
  expect(manifestFor(only, { before: { dependencies: { b: "1" } }, after: {}, overrides: {} })).toBe("{}");
});

test("a byte order mark stays", () => {
  const after = { dependencies: { a: "^2.0.0", b: "^1.0.0" } };
  const edited = manifestFor(`\ufeff${text}`, { before: root, after, overrides });
  expect(edited.startsWith('\ufeff{\n  "name"')).toBe(true);
  expect(JSON.parse(edited.slice(1)).dependencies.b).toBe("^1.0.0");
});
