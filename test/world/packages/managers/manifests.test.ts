import { expect, test } from "vitest";
import { type LockedManager, managerNames } from "../../../../src/world/packages/managers/manager.ts";
import { loadManager } from "../../../../src/world/packages/managers/managers.ts";
import { foldersOfVersion } from "../../../../src/world/tree/list-folders.ts";
import { madeVersion } from "../../../versions/made-version.ts";

const packageJson = (fields: object = {}) => JSON.stringify({ name: "app", version: "1.0.0", ...fields });
const uvPackage = (name: string, source: string) =>
  `[[package]]\nname = "${name}"\nversion = "1"\nsource = ${source}\n`;
const crate = (name: string) => `[package]\nname = "${name}"\nversion = "1.0.0"\n`;

/** Projects of which `web` is a part, and `examples/web` is not. */
const projects: Readonly<Record<LockedManager, Readonly<Record<string, string>>>> = {
  pnpm: {
    "pnpm-lock.yaml": "lockfileVersion: '9.0'\nimporters:\n  .: {}\n  web: {}\npackages: {}\nsnapshots: {}\n",
    "package.json": packageJson(),
  },
  yarn: {
    "yarn.lock": "# yarn lockfile v1\n",
    "package.json": packageJson({ workspaces: { packages: ["w*", "parts/**"] } }),
    "parts/a/b/package.json": packageJson(),
  },
  bun: {
    "bun.lock": '{"lockfileVersion": 1, "workspaces": {"": {"name": "app"}, "web": {"name": "web"},}, "packages": {},}',
    "package.json": packageJson(),
  },
  uv: {
    "uv.lock": `version = 1\n\n${uvPackage("app", '{ virtual = "." }')}\n${uvPackage("web", '{ editable = "web" }')}`,
  },
  pip: { "requirements.txt": "a==1\n" },
  poetry: {
    "poetry.lock": '[metadata]\nlock-version = "2.1"\n',
    "pyproject.toml": '[project]\nname = "app"\ndependencies = []\n',
  },
  cargo: {
    "Cargo.lock": 'version = 4\n\n[[package]]\nname = "web"\nversion = "1.0.0"\n',
    "Cargo.toml": '[workspace]\nmembers = ["w*"]\n',
    "web/Cargo.toml": crate("web"),
    "examples/web/Cargo.toml": crate("other"),
  },
  go: { "go.mod": "module app\n\ngo 1.21\n" },
};

const expected: Readonly<Record<LockedManager, readonly string[]>> = {
  pnpm: ["package.json", "web/package.json"],
  yarn: ["package.json", "parts/a/b/package.json", "web/package.json"],
  bun: ["package.json", "web/package.json"],
  uv: ["pyproject.toml", "web/pyproject.toml"],
  pip: [],
  poetry: ["pyproject.toml"],
  cargo: ["Cargo.toml", "web/Cargo.toml"],
  go: ["go.mod"],
};

test.each(managerNames.filter((name) => name !== "npm"))(
  "the manifests with which a lockfile of %s has to agree are the project's, and none of unrelated folders",
  async (name) => {
    const others = Object.fromEntries(
      ["web", "examples/web"].flatMap((folder) => [
        [`${folder}/package.json`, packageJson()],
        [`${folder}/pyproject.toml`, '[project]\nname = "web"\n'],
        [`${folder}/go.mod`, "module web\n"],
      ]),
    );
    const version = madeVersion({ ...others, ...projects[name] });
    const manager = await loadManager(name);
    const side = {
      ...{ name: "made", lockfile: manager.lockfiles[0]! },
      read: (path: string) => {
        const bytes = version.items.get(path)?.bytes();
        return bytes && Buffer.from(bytes).toString("utf8");
      },
      listFolders: foldersOfVersion(version),
    };
    const { manifests } = await manager.compare(side, side);
    expect([...manifests].sort()).toEqual(expected[name]);
  },
);
