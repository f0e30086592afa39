import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type FileServer, serveFiles } from "../tools/file-server.ts";
import type { Folder } from "./culprit.ts";

/** A crate: its code, and what it requires. */
export interface CrateSource {
  readonly code: string;
  readonly requires?: Readonly<Record<string, string>>;
  /** What it requires if whoever requires it asks for the feature of that name. */
  readonly optional?: Readonly<Record<string, string>>;
  /** Features that it asks for, by the crate that has them. */
  readonly asks?: Readonly<Record<string, readonly string[]>>;
}

type Crates = Readonly<Record<string, CrateSource>>;

/** Makes a local registry in a folder, and has cargo use it there instead of crates.io; names like pad@1.0.0. */
export function cargoRegistry(folder: Folder, crates: Crates): void {
  const registry = join(folder.path, "registry");
  addCrates(registry, crates);
  useRegistry(folder, `local-registry = ${JSON.stringify(registry)}`);
}

/** Serves a registry from another folder instead. */
export async function serveCargoRegistry(folder: Folder, registry: string, crates: Crates): Promise<FileServer> {
  const server = await serveFiles(registry);
  addCrates(registry, crates);
  writeFileSync(join(registry, "index/config.json"), JSON.stringify({ dl: `${server.url}/{crate}-{version}.crate` }));
  useRegistry(folder, `registry = ${JSON.stringify(`sparse+${server.url}/index/`)}`);
  return server;
}

export function addCrates(registry: string, crates: Crates): void {
  for (const [id, source] of Object.entries(crates)) packCrate(registry, id.split("@") as [string, string], source);
}

/** Withdraws all versions of a crate that are there: cargo takes them only if they are in a lockfile. */
export function yankAll(registry: string, name: string): void {
  const file = join(registry, "index", indexPath(name));
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('"yanked":false', '"yanked":true'));
}

function useRegistry(folder: Folder, place: string): void {
  mkdirSync(join(folder.path, ".cargo"));
  folder.write(".cargo/config.toml", `[source.crates-io]\nreplace-with = "own"\n[source.own]\n${place}\n`);
}

function packCrate(registry: string, [name, vers]: [string, string], { code, ...needed }: CrateSource): void {
  const required = dependenciesIn(needed);
  const place = mkdtempSync(join(tmpdir(), "culprit-pack-"));
  try {
    const folder = `${name}-${vers}`;
    const needs = required.map(
      ({ name, req, optional, features }) =>
        `${name} = { version = "${req}", optional = ${optional}, features = ${JSON.stringify(features)} }\n`,
    );
    mkdirSync(join(place, folder, "src"), { recursive: true });
    const about = `[package]\nname = "${name}"\nversion = "${vers}"\nedition = "2021"\n[dependencies]\n${needs.join("")}`;
    writeFileSync(join(place, folder, "Cargo.toml"), about);
    writeFileSync(join(place, folder, "src/lib.rs"), code);
    mkdirSync(registry, { recursive: true });
    const file = join(registry, `${folder}.crate`);
    execFileSync("tar", ["-czf", file, "-C", place, folder]);
    const cksum = createHash("sha256").update(readFileSync(file)).digest("hex");
    const index = join(registry, "index", indexPath(name));
    const deps = required.map((each) => ({ ...each, default_features: true, target: null, kind: "normal" }));
    mkdirSync(dirname(index), { recursive: true });
    appendFileSync(index, `${JSON.stringify({ name, vers, deps, cksum, features: {}, yanked: false })}\n`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function dependenciesIn({ requires = {}, optional = {}, asks = {} }: Omit<CrateSource, "code">) {
  return Object.entries({ ...requires, ...optional }).map(([name, req]) => ({
    ...{ name, req, optional: name in optional, features: asks[name] ?? [] },
  }));
}

function indexPath(name: string): string {
  if (name.length < 3) return `${name.length}/${name}`;
  return name.length === 3 ? `3/${name[0]}/${name}` : `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}
