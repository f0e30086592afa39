import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
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
  /** Where lockfiles say that packages come from. */
  #origin = "file:vendor";

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
      const resolved = `${this.#origin}/${fileOf(id)}`;
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

  /** From now on the packages come from a registry, which npm asks for versions too. Close it in the end. */
  async serve(): Promise<Server> {
    const server = createServer((request, response) => {
      const path = decodeURIComponent(request.url!.slice(1));
      response.end(path.endsWith(".tgz") ? readFileSync(join(this.#folder.path, "vendor", path)) : this.#about(path));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    this.#origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // A cache of its own: another test may serve other packages at the same port.
    this.#folder.write(".npmrc", `registry=${this.#origin}\ncache=${join(this.#folder.path, ".npm-cache")}\n`);
    return server;
  }

  /** What a registry tells about a package. */
  #about(name: string): string {
    const ids = Object.keys(this.#sources).filter((id) => partsOf(id).name === name);
    const versions = ids.map((id) => {
      const { files: _, ...about } = this.#sources[id]!;
      const dist = { tarball: `${this.#origin}/${fileOf(id)}`, integrity: this.#integrity.get(id) };
      return [partsOf(id).version, { ...partsOf(id), ...about, dist }] as const;
    });
    const latest = versions.at(-1)![0];
    return JSON.stringify({ name, "dist-tags": { latest }, versions: Object.fromEntries(versions) });
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
