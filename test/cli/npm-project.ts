import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Folder } from "./culprit.ts";

/** A package as its author has it. */
export interface Source {
  readonly files: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** What is installed where: `node_modules/a` to `a@1.0.0`. */
export type Tree = Readonly<Record<string, string>>;

/** A project with real packages: tarballs in its folder, and lockfiles that name them, so that no network is needed. */
export class NpmProject {
  readonly #folder: Folder;
  readonly #sources: Readonly<Record<string, Source>>;
  readonly #integrity = new Map<string, string>();

  constructor(folder: Folder, sources: Readonly<Record<string, Source>>) {
    this.#folder = folder;
    this.#sources = sources;
    mkdirSync(join(folder.path, "vendor"));
    for (const id of Object.keys(sources)) this.#pack(id);
  }

  /** The text of a lockfile with this tree; `dependencies` are the project's own. */
  lockfile(tree: Tree, dependencies: Readonly<Record<string, string>>, version = 3): string {
    const entries = Object.entries(tree).map(([path, id]) => {
      const { dependencies, peerDependencies, bin, scripts } = this.#sources[id]!;
      const { version } = partsOf(id);
      const hasInstallScript = scripts?.postinstall === undefined ? undefined : true;
      const resolved = `file:vendor/${fileOf(id)}`;
      return [
        path,
        {
          version,
          resolved,
          integrity: this.#integrity.get(id),
          hasInstallScript,
          dependencies,
          peerDependencies,
          bin,
        },
      ];
    });
    const root = { name: "app", version: "1.0.0", dependencies };
    const packages = { "": root, ...Object.fromEntries(entries) };
    return `${JSON.stringify({ name: "app", version: "1.0.0", lockfileVersion: version, requires: true, packages }, null, 2)}\n`;
  }

  /** Writes the project's package.json and package-lock.json. */
  lock(tree: Tree, dependencies: Readonly<Record<string, string>>): void {
    this.#folder.write("package.json", `${JSON.stringify({ name: "app", version: "1.0.0", dependencies }, null, 2)}\n`);
    this.#folder.write("package-lock.json", this.lockfile(tree, dependencies));
  }

  /** As `npm pack` does, only quicker. */
  #pack(id: string): void {
    const { files, ...about } = this.#sources[id]!;
    const place = mkdtempSync(join(tmpdir(), "culprit-pack-"));
    try {
      const all = { "package.json": JSON.stringify({ ...partsOf(id), ...about }), ...files };
      for (const [path, text] of Object.entries(all)) {
        mkdirSync(dirname(join(place, "package", path)), { recursive: true });
        writeFileSync(join(place, "package", path), text);
      }
      const tarball = join(this.#folder.path, "vendor", fileOf(id));
      execFileSync("tar", ["-czf", tarball, "-C", place, "package"]);
      this.#integrity.set(id, `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }
}

function partsOf(id: string): { readonly name: string; readonly version: string } {
  const at = id.lastIndexOf("@");
  return { name: id.slice(0, at), version: id.slice(at + 1) };
}

function fileOf(id: string): string {
  return `${id.replace("/", "+")}.tgz`;
}

/** Commits everything in a folder, as a repository of its own. */
export function commit(folder: Folder, message: string): void {
  const git = (...words: string[]) => execFileSync("git", ["-C", folder.path, ...words], { stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "--quiet", "--message", message);
}
