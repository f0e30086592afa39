import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Folder } from "./culprit.ts";

/** A module: its code, and what it requires. */
export interface ModuleSource {
  readonly code: string;
  readonly requires?: Readonly<Record<string, string>>;
}

/** Makes a proxy of modules in a folder; names like example.org/pad@v1.0.0. The variables have go use only it. */
export function goProxy(folder: Folder, modules: Readonly<Record<string, ModuleSource>>): Record<string, string> {
  const proxy = join(folder.path, ".proxy");
  for (const [id, source] of Object.entries(modules)) packModule(proxy, id, source);
  return {
    GOPROXY: `file://${proxy}`,
    GOSUMDB: "off",
    GOMODCACHE: join(folder.path, ".modules"),
    GOFLAGS: "-modcacherw -buildvcs=false",
    GOTOOLCHAIN: "local",
  };
}

function packModule(proxy: string, id: string, { code, requires = {} }: ModuleSource): void {
  const [module, version] = id.split("@") as [string, string];
  const needs = Object.entries(requires).map((words) => `require ${words.join(" ")}\n`);
  const mod = `module ${module}\n\ngo 1.21\n\n${needs.join("")}`;
  const at = join(proxy, module, "@v");
  mkdirSync(at, { recursive: true });
  const files = { [`${id}/go.mod`]: mod, [`${id}/code.go`]: code };
  execFileSync("python3", ["-c", zip, join(at, `${version}.zip`), JSON.stringify(files)]);
  writeFileSync(join(at, `${version}.mod`), mod);
  writeFileSync(join(at, `${version}.info`), JSON.stringify({ Version: version, Time: "2020-01-01T00:00:00Z" }));
  appendFileSync(join(at, "list"), `${version}\n`);
}

/** Go accepts no entries for folders, which python3 -m zipfile writes. */
const zip = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as packed:
    for path, text in json.loads(sys.argv[2]).items(): packed.writestr(path, text)
`;
