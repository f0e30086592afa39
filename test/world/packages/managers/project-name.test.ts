import { expect, test } from "vitest";
import { type LockedManager, managerNames } from "../../../../src/world/packages/managers/manager.ts";
import { loadManager } from "../../../../src/world/packages/managers/managers.ts";

const manifests: Readonly<Record<string, string>> = {
  "package.json": '{"name": "frontend"}',
  "pyproject.toml": '[project]\nname = "backend"\n',
  "Cargo.toml": '[package]\nname = "crate"\n',
  "go.mod": "module example.org/module\n\ngo 1.21\n",
};
const expected: Readonly<Record<LockedManager, string>> = {
  ...{ pnpm: "frontend", yarn: "frontend", bun: "frontend" },
  ...{ uv: "backend", pip: "backend", poetry: "backend" },
  ...{ cargo: "crate", go: "example.org/module" },
};
const locked = managerNames.filter((name) => name !== "npm");

test.each(locked)("%s reads the project's name in its own manifest, whatever others are there", async (name) => {
  const { projectName } = await loadManager(name);
  expect(projectName({ read: (path) => manifests[path] })).toBe(expected[name]);
  expect(projectName({ read: () => undefined })).toBeUndefined();
});

test.each<[LockedManager, string, string | undefined]>([
  ["pnpm", "{", undefined],
  ["pnpm", "null", undefined],
  ["yarn", '{"name": ""}', undefined],
  ["uv", '[build-system]\nrequires = []\n\n[project]\nversion = "1"\nname = "shop"\n', "shop"],
  ["uv", '[project]\ndependencies = ["a", "b[x]"]\nname = "shop"\n', "shop"],
  ["uv", '[project]\nname = ["shop"]\n', undefined],
  ["uv", "project = 1\ntool = 2\n", undefined],
  ["poetry", "[tool.poetry]\nname = 'shop'\n", "shop"],
  ["poetry", '[project]\nversion = "1"\n\n[tool.poetry]\nname = "shop"\n', "shop"],
  ["poetry", "[project\n", undefined],
  ["cargo", '[package]\nauthors = [\n  "Ann",\n]\nname = "shop"\n', "shop"],
  ["cargo", '[workspace]\nmembers = ["web"]\n\n[profile.x]\nname = "other"\n', undefined],
  ["go", "// of the shop\nmodule example.org/shop // here\n", "example.org/shop"],
])("the name that %s reads in %j is %s", async (manager, text, name) => {
  const { projectName } = await loadManager(manager);
  expect(projectName({ read: () => text })).toBe(name);
});
