import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { execute } from "./execute.ts";
import type { Published, Workspaces } from "./real-regression.ts";

/** The folders of both versions, `old` and `new`. */
export function fetchVersions(versions: Published | Workspaces, folder: string): { old: string; new: string } {
  const fetched = (end: "old" | "new") =>
    filled(join(folder, end), (into) => {
      if ("package" in versions) unpack(versions.registry, `${versions.package}`, versions[end], into);
      else for (const spec of versions[end]) addWorkspace(into, spec);
    });
  return { old: fetched("old"), new: fetched("new") };
}

/** A clone of our own, so that nothing is written into the one that was named. */
export function fetchRepository(name: string, from: string | undefined, folder: string): string {
  const source = from && join(from, name);
  if (!source || !existsSync(source)) throw new Error(`the repository ${name} is not there (--from DIR)`);
  return filled(join(folder, "repository"), (into) => {
    execute(dirname(into), "git", ["clone", "-q", source, into]);
  });
}

/** Installs the packages, and returns the variables by which node and python find them. */
export function install(needs: readonly string[], folder: string): Record<string, string> {
  const isPython = (spec: string) => spec.includes("==");
  filled(folder, (into) => {
    const [python, node] = [needs.filter(isPython), needs.filter((spec) => !isPython(spec))];
    if (python.length > 0)
      execute(into, "pip", ["install", "-q", "--no-deps", "--target", join(into, "python"), ...python]);
    if (node.length > 0) execute(into, "npm", ["install", "--no-save", "--silent", "--prefix", into, ...node]);
  });
  return { NEEDS: folder, NODE_PATH: join(folder, "node_modules"), PYTHONPATH: join(folder, "python") };
}

/** The folder, filled before where it is not there yet: whole or not at all. */
function filled(folder: string, fill: (into: string) => void): string {
  if (existsSync(folder)) return folder;
  const begun = mkdtempSync(`${folder}.`);
  try {
    fill(begun);
    renameSync(begun, folder);
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
  return folder;
}

function unpack(registry: Published["registry"], name: string, version: string, into: string): void {
  const archives = mkdtempSync(`${into}.archive-`);
  try {
    if (registry === "npm") execute(archives, "npm", ["pack", "--silent", `${name}@${version}`]);
    else execute(archives, "pip", ["download", "-q", "--no-deps", "--no-binary", name, `${name}==${version}`]);
    const archive = join(archives, readdirSync(archives)[0]!);
    execute(into, "tar", ["xzf", archive, "--strip-components=1", "--no-same-owner", "--touch"]);
  } finally {
    rmSync(archives, { recursive: true, force: true });
  }
}

/** As `npm install` lays out workspaces: the package below `packages`, and a link to it in `node_modules`. */
function addWorkspace(root: string, spec: string): void {
  const at = spec.lastIndexOf("@");
  const [name, version] = [spec.slice(0, at), spec.slice(at + 1)];
  const place = join(root, "packages", basename(name));
  const link = join(root, "node_modules", name);
  mkdirSync(place, { recursive: true });
  mkdirSync(dirname(link), { recursive: true });
  unpack("npm", name, version, place);
  symlinkSync(relative(dirname(link), place), link);
}
