import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { readGoMod } from "./go-mod.ts";

/** The modules that a module requires, with the least version of each; undefined: its go.mod is not in the cache of modules. */
export function requiredModules(module: string, version: string): ReadonlyMap<string, string> | undefined {
  const path = join(cacheFolder(), "cache/download", escaped(module), "@v", `${escaped(version)}.mod`);
  try {
    const text = readFileSync(path, "utf8");
    const { requires } = readGoMod({ name: module, lockfile: "go.mod", read: () => text });
    return new Map(Array.from(requires, ([each, { version: least }]) => [each, least]));
  } catch {
    return undefined;
  }
}

function cacheFolder(): string {
  const { GOMODCACHE, GOPATH } = process.env;
  return GOMODCACHE ?? join(GOPATH?.split(":")[0] ?? join(homedir(), "go"), "pkg/mod");
}

/** Capital letters are written with an exclamation mark, for file systems that do not tell them apart. */
function escaped(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}
