import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Manager } from "../../../../src/world/packages/managers/manager.ts";
import { pnpm } from "../../../../src/world/packages/managers/pnpm/pnpm.ts";
import { yarn } from "../../../../src/world/packages/managers/yarn/yarn.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

interface Installed {
  readonly manager: Manager;
  /** What the client says it is, and what it says of ignore-scripts. */
  readonly version: string;
  readonly config?: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The words with which a client is called to install, by a program that writes them down. */
function callsOf({ manager, version, config = "undefined", files }: Installed): string {
  const folder = temporaryFolder("scripts");
  const at = (name: string) => join(folder, name);
  for (const name of ["programs", "copy", "kept", "shared"]) mkdirSync(at(name));
  const script = `#!/bin/sh
case "$*" in
  --version) echo ${version} ;;
  "config get ignore-scripts") echo ${config} ;;
  "store path") echo /store ;;
  *) echo "$*" >> ${at("calls")} ;;
esac
`;
  writeFileSync(at(`programs/${manager.name}`), script);
  chmodSync(at(`programs/${manager.name}`), 0o755);
  for (const [name, text] of Object.entries(files)) writeFileSync(at(`copy/${name}`), text);
  const place = { folder: at("copy"), home: folder, kept: at("kept"), shared: at("shared"), network: true };
  const command = manager.install({ ...place, lockfile: manager.lockfiles[0]! });
  const env = { ...process.env, PATH: `${at("programs")}:${process.env.PATH}` };
  execFileSync("sh", ["-c", command], { cwd: place.folder, env, stdio: "pipe" });
  return readFileSync(at("calls"), "utf8");
}

const classic = { "yarn.lock": "# yarn lockfile v1\n" };
const berry = (settings: string) => ({ "yarn.lock": "__metadata:\n  version: 8\n", ".yarnrc.yml": settings });

test.each<[string, Installed, boolean]>([
  ["pnpm 9", { manager: pnpm, version: "9.15.9", files: {} }, false],
  ["pnpm 9 with ignore-scripts=false", { manager: pnpm, version: "9.15.9", config: "false", files: {} }, true],
  ["pnpm 10, which asks for approval itself", { manager: pnpm, version: "10.34.9", files: {} }, true],
  ["Yarn 1", { manager: yarn, version: "1.22.22", files: classic }, false],
  [
    "Yarn 1 with ignore-scripts false",
    { manager: yarn, version: "1.22.22", files: { ...classic, ".yarnrc": "ignore-scripts false\n" } },
    true,
  ],
  ["Yarn 4", { manager: yarn, version: "4.18.1", files: berry("nodeLinker: node-modules\n") }, false],
  ["Yarn 4 with enableScripts", { manager: yarn, version: "4.18.1", files: berry("enableScripts: true\n") }, true],
])("scripts of packages run only if that is allowed: %s", (_, installed, isAllowed) => {
  const calls = callsOf(installed);
  expect(calls).toContain("install");
  expect(/--ignore-scripts|--mode=skip-build/.test(calls)).toBe(!isAllowed);
});
