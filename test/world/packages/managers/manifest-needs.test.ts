import { expect, test } from "vitest";
import { pythonManifestNeeds } from "../../../../src/world/packages/managers/python/manifest-needs.ts";

const held = [
  { name: "pad", old: "1.0" },
  { name: "dates-more", old: "1.5" },
  { name: "new-one", old: undefined },
];

function needs(old: string | undefined, now: string): string[] {
  const side = (text: string | undefined) => ({
    read: (path: string) => (path === "pyproject.toml" ? text : undefined),
  });
  return pythonManifestNeeds({ old: side(old), now: side(now), paths: ["pyproject.toml", "web/pyproject.toml"] }, held);
}

test("a manifest that rules out the old version must have the old range or, where that is not enough, this version", () => {
  const project = (...requirements: string[]) => `[project]\ndependencies = ${JSON.stringify(requirements)}\n`;
  expect(needs(project("pad<2"), project("pad[x] (>=2) ; python_version > '3'"))).toEqual(["pad<2 in pyproject.toml"]);
  expect(needs(project("pad>=2"), project("pad>=2", "Dates_More~=1.6"))).toEqual([
    "pad==1.0 in pyproject.toml",
    "dates-more==1.5 in pyproject.toml",
  ]);
  expect(needs(undefined, project("pad>=1", "dates-more", "new-one>=3"))).toEqual([]);
});

test.each([
  ["a group", '[dependency-groups]\ndev = ["pad>=2", { include-group = "x" }]\n'],
  ["an extra", '[project.optional-dependencies]\nx = ["pad>=2"]\n'],
  ["uv's own list", '[tool.uv]\ndev-dependencies = ["pad>=2"]\n'],
  ["Poetry's table", '[tool.poetry.dependencies]\npython = ">=3.8"\npad = "^2.0"\n'],
  ["a group of Poetry", '[tool.poetry.group.dev.dependencies]\npad = { version = ">=2", extras = ["x"] }\n'],
])("the range may be in %s", (_, text) => {
  expect(needs(undefined, text)).toEqual(["pad==1.0 in pyproject.toml"]);
});

test("a manifest that cannot be read tells nothing", () => {
  expect(needs("[", "[")).toEqual([]);
});
