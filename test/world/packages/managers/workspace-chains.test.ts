import { expect, test } from "vitest";
import { entryOf } from "../../../../src/versions/packages/locked/entry.ts";
import type { LockedManager, SideFiles } from "../../../../src/world/packages/managers/manager.ts";
import { loadManager } from "../../../../src/world/packages/managers/managers.ts";
import { foldersOfVersion } from "../../../../src/world/tree/list-folders.ts";
import { madeVersion } from "../../../versions/made-version.ts";

/** A project `mono` with a workspace `@mono/api` in packages/api, which requires express, and that requires cookie. */
const manifests = {
  "package.json": '{"name": "mono", "workspaces": ["packages/*"], "dependencies": {"own": "*"}}',
  "packages/api/package.json": '{"name": "@mono/api", "dependencies": {"express": "*"}}',
};

const pnpm = (version: string) => `lockfileVersion: '9.0'

importers:

  packages/api:
    dependencies:
      express:
        specifier: '*'
        version: 1.0.0

  .:
    dependencies:
      own:
        specifier: '*'
        version: ${version}

packages:

  cookie@${version}: {}

  express@1.0.0: {}

  own@${version}: {}

snapshots:

  cookie@${version}: {}

  express@1.0.0:
    dependencies:
      cookie: ${version}

  own@${version}: {}
`;

const yarn1 = (version: string) => `# yarn lockfile v1


cookie@*:
  version "${version}"

express@*:
  version "1.0.0"
  dependencies:
    cookie "*"

own@*:
  version "${version}"
`;

const yarn4 = (version: string) => `__metadata:
  version: 8

"@mono/api@workspace:packages/api":
  version: 0.0.0-use.local
  resolution: "@mono/api@workspace:packages/api"
  dependencies:
    express: "npm:*"
  languageName: unknown
  linkType: soft

"cookie@npm:*":
  version: ${version}
  resolution: "cookie@npm:${version}"
  languageName: node
  linkType: hard

"express@npm:*":
  version: 1.0.0
  resolution: "express@npm:1.0.0"
  dependencies:
    cookie: "npm:*"
  languageName: node
  linkType: hard

"mono@workspace:.":
  version: 0.0.0-use.local
  resolution: "mono@workspace:."
  dependencies:
    own: "npm:*"
  languageName: unknown
  linkType: soft

"own@npm:*":
  version: ${version}
  resolution: "own@npm:${version}"
  languageName: node
  linkType: hard
`;

const bun = (version: string) =>
  JSON.stringify({
    workspaces: {
      "": { name: "mono", dependencies: { own: "*" } },
      "packages/api": { name: "@mono/api", dependencies: { express: "*" } },
    },
    packages: {
      cookie: [`cookie@${version}`, "", {}],
      express: ["express@1.0.0", "", { dependencies: { cookie: "*" } }],
      own: [`own@${version}`, "", {}],
    },
  });

const pyproject = { "pyproject.toml": '[project]\nname = "mono"\n' };
const uv = (version: string) => `version = 1
${[
  ["api", "1.0.0", '{ editable = "packages/api" }', "express"],
  ["cookie", version, '{ registry = "https://index.example/simple" }', ""],
  ["express", "1.0.0", '{ registry = "https://index.example/simple" }', "cookie"],
  ["mono", "1.0.0", '{ virtual = "." }', "own"],
  ["own", version, '{ registry = "https://index.example/simple" }', ""],
]
  .map(([name, at, source, needs]) => {
    const list = needs === "" ? "" : `dependencies = [\n    { name = "${needs}" },\n]\n`;
    return `\n[[package]]\nname = "${name}"\nversion = "${at}"\nsource = ${source}\n${list}`;
  })
  .join("")}`;

const crates = {
  "Cargo.toml": '[package]\nname = "mono"\nversion = "1.0.0"\n\n[dependencies]\nown = "1"\n',
};
const cargo = (version: string) => `version = 4
${[
  ["api", "1.0.0", "", "express"],
  ["cookie", version, 'source = "registry+https://example.org"\n', ""],
  ["express", "1.0.0", 'source = "registry+https://example.org"\n', "cookie"],
  ["mono", "1.0.0", "", "own"],
  ["own", version, 'source = "registry+https://example.org"\n', ""],
]
  .map(([name, at, source, needs]) => {
    const list = needs === "" ? "" : `dependencies = [\n "${needs}",\n]\n`;
    return `\n[[package]]\nname = "${name}"\nversion = "${at}"\n${source}${list}`;
  })
  .join("")}`;

type Files = Readonly<Record<string, string>>;

async function moved(name: LockedManager, lock: (version: string) => string, files: Files): Promise<string[]> {
  const manager = await loadManager(name);
  const lockfile = manager.lockfiles[0]!;
  const side = (version: string): SideFiles => {
    const all: Files = { ...files, [lockfile]: lock(version) };
    return { name: version, lockfile, read: (path) => all[path], listFolders: foldersOfVersion(madeVersion(all)) };
  };
  const { packages } = await manager.compare(side("1.0.0"), side("1.1.0"));
  return packages.map((each) => entryOf(each, manager.projectName(side("1.1.0"))).text!).sort();
}

test.each<[string, LockedManager, (version: string) => string, Files, string]>([
  ["pnpm", "pnpm", pnpm, manifests, "@mono/api"],
  ["Yarn 1", "yarn", yarn1, manifests, "@mono/api"],
  ["Yarn 4", "yarn", yarn4, manifests, "@mono/api"],
  ["bun", "bun", bun, manifests, "@mono/api"],
  ["uv", "uv", uv, pyproject, "api"],
  ["Cargo", "cargo", cargo, crates, "api"],
])("with %s, a chain leads through the workspace that requires its start", async (_, name, lock, files, workspace) => {
  expect(await moved(name, lock, files)).toEqual([
    `cookie 1.0.0 → 1.1.0 (mono › ${workspace} › express › cookie)`,
    "own 1.0.0 → 1.1.0",
  ]);
});

test("where the manifest of a workspace is not known, a chain has no project in front", async () => {
  const { "package.json": own } = manifests;
  expect(await moved("yarn", yarn1, { "package.json": own })).toEqual([
    "cookie 1.0.0 → 1.1.0 (express › cookie)",
    "own 1.0.0 → 1.1.0",
  ]);
});
