import { Document, isCollection, isPair, isScalar, parse, visit } from "yaml";
import { reasonOf } from "../../../../core/reason.ts";
import { UserError } from "../../../../core/user-error.ts";
import type { SideFiles } from "../manager.ts";
import { type DependencyKind, dependencyKinds } from "../package-manifest.ts";

/**
 * A pnpm-lock.yaml of version 6.0 or 9.0, in the terms of 9.0: a snapshot is a package with the peers that it found, under a
 * key such as `a@1.0.0(b@2.0.0)`, and what does not depend on peers is under `a@1.0.0`.
 */
export interface PnpmLockfile {
  readonly is6: boolean;
  /** The whole file. */
  readonly json: Json;
  readonly importers: ReadonlyMap<string, Importer>;
  readonly packages: ReadonlyMap<string, Json>;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
}

export type Json = Readonly<Record<string, unknown>>;
/** From names to references: a version with peers, a key, a link. */
export type References = Readonly<Record<string, string>>;
export type Importer = Readonly<Partial<Record<DependencyKind, Readonly<Record<string, Required>>>>>;

export interface Required {
  readonly specifier: string;
  readonly version: string;
}

export interface Snapshot extends Json {
  readonly dependencies?: References;
  readonly optionalDependencies?: References;
}

export function readPnpmLockfile({ name, lockfile, read }: SideFiles): PnpmLockfile {
  const json = parseFile(read(lockfile) ?? "", `${lockfile} of ${name}`);
  const version = String(json.lockfileVersion);
  if (!/^[69]\./.test(version))
    throw new UserError(
      `${lockfile} of ${name} has the lockfileVersion ${version}; 6.0 and 9.0 are supported: let pnpm 8, 9 or 10 write it again.`,
    );
  return version.startsWith("6.") ? read6(json) : read9(json);
}

function parseFile(text: string, name: string): Json {
  try {
    const json: unknown = parse(text);
    if (typeof json === "object" && json !== null) return json as Json;
  } catch (error) {
    throw new UserError(`Cannot read ${name}: ${reasonOf(error).split("\n")[0]}`);
  }
  throw new UserError(`${name} is no lockfile of pnpm.`);
}

function read9(json: Json): PnpmLockfile {
  const entries = <T>(field: string) => new Map(Object.entries((json[field] ?? {}) as Record<string, T>));
  return {
    ...{ is6: false, json, importers: entries<Importer>("importers") },
    packages: entries<Json>("packages"),
    snapshots: entries<Snapshot>("snapshots"),
  };
}

/** What belongs to a snapshot and not to a package. */
const ofSnapshot = new Set([
  ...["dependencies", "optionalDependencies", "transitivePeerDependencies", "optional", "dev", "requiresBuild"],
]);

function read6(json: Json): PnpmLockfile {
  const entries = Object.entries((json.packages ?? {}) as Record<string, Snapshot>);
  const keys = new Map(entries.map(([key, { name }]) => [key, key.startsWith("/") ? key.slice(1) : `${name}@${key}`]));
  const reference = (text: string) => keys.get(text) ?? text;
  const references = (all: References | undefined) =>
    all && Object.fromEntries(Object.entries(all).map(([alias, text]) => [alias, reference(text)]));
  const packages = new Map<string, Json>();
  const snapshots = new Map<string, Snapshot>();
  for (const [key6, entry] of entries) {
    const key = keys.get(key6)!;
    const fields = Object.entries(entry);
    packages.set(baseOf(key), Object.fromEntries(fields.filter(([field]) => !ofSnapshot.has(field))));
    snapshots.set(key, {
      ...Object.fromEntries(fields.filter(([field]) => ofSnapshot.has(field))),
      ...withoutEmpty({
        dependencies: references(entry.dependencies),
        optionalDependencies: references(entry.optionalDependencies),
      }),
    });
  }
  const { dependencies, devDependencies, optionalDependencies } = json as Importer;
  const importers = (json.importers ?? {
    ".": withoutEmpty({ dependencies, devDependencies, optionalDependencies }),
  }) as Record<string, Importer>;
  const read = Object.entries(importers).map(
    ([path, importer]) => [path, mapRequired(importer, (_, version) => reference(version))] as const,
  );
  return { is6: true, json, importers: new Map(read), packages, snapshots };
}

/** An importer with other references. */
export function mapRequired(importer: Importer, map: (alias: string, version: string) => string): Importer {
  const mapped = (all: Readonly<Record<string, Required>> | undefined) =>
    all &&
    Object.fromEntries(
      Object.entries(all).map(([alias, each]) => [alias, { ...each, version: map(alias, each.version) }]),
    );
  const { dependencies, devDependencies, optionalDependencies } = importer;
  return {
    ...importer,
    ...withoutEmpty({
      dependencies: mapped(dependencies),
      devDependencies: mapped(devDependencies),
      optionalDependencies: mapped(optionalDependencies),
    }),
  };
}

export function allReferences(snapshot: Snapshot | undefined): References {
  return { ...snapshot?.dependencies, ...snapshot?.optionalDependencies };
}

/** What an importer requires, of any kind. */
export function dependenciesOf(importer: Importer): References {
  const all = dependencyKinds.flatMap((kind) => Object.entries(importer[kind] ?? {}));
  return Object.fromEntries(all.map(([alias, { version }]) => [alias, version]));
}

/** The keys of what an importer requires. */
export function keysOf(importer: Importer): string[] {
  const all = Object.entries(dependenciesOf(importer));
  return all.map(([alias, version]) => keyOf(alias, version)).filter((key) => key !== undefined);
}

/** `a@1.0.0` of `a@1.0.0(b@2.0.0)`. */
export function baseOf(key: string): string {
  return key.replace(/\(.*$/, "");
}

export function nameOf(key: string): string {
  return key.slice(0, key.indexOf("@", 1));
}

/** The version of a package of the registry; of others, where it is from. */
export function versionOf({ packages }: PnpmLockfile, key: string): string {
  const base = baseOf(key);
  return String(packages.get(base)?.version ?? base.slice(nameOf(key).length + 1));
}

/** The key that a reference leads to; undefined: a link to a folder. */
export function keyOf(alias: string, reference: string): string | undefined {
  if (reference.startsWith("link:")) return undefined;
  const [start = ""] = reference.split(/[(:]/);
  return reference.startsWith("@") || start.includes("@", 1) ? reference : `${alias}@${reference}`;
}

/** The opposite of keyOf. */
export function referenceTo(key: string, alias: string): string {
  return nameOf(key) === alias ? key.slice(alias.length + 1) : key;
}

export function withoutEmpty<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** The text of a lockfile, laid out as pnpm does: an empty line before each package, small maps in one line. */
export function pnpmLockfileText(lockfile: PnpmLockfile): string {
  const document = new Document(lockfile.is6 ? json6(lockfile) : json9(lockfile));
  visit(document, {
    Pair: (_, { key, value }, path) => {
      if (!isScalar(key)) return;
      if (isCollection(value) && path.length > 4 && inOneLine.test(String(key.value))) value.flow = true;
      const around = path.at(-2);
      const isPackage = path.length === 4 && isPair(around) && spaced.test(String(around.key));
      if (path.length === 2 || isPackage) key.spaceBefore = true;
    },
  });
  return document
    .toString({ lineWidth: 0, singleQuote: true, flowCollectionPadding: false })
    .trimStart()
    .replace(/^ +$/gm, "");
}

const inOneLine = /^(?:resolution|engines|cpu|os|libc)$/;
const spaced = /^(?:importers|packages|snapshots)$/;

function json9({ json, importers, packages, snapshots }: PnpmLockfile): Json {
  return {
    ...json,
    importers: Object.fromEntries(importers),
    packages: Object.fromEntries(packages),
    snapshots: Object.fromEntries(snapshots),
  };
}

function json6({ json, importers, packages, snapshots }: PnpmLockfile): Json {
  const key6 = (key: string) => {
    const isFromRegistry = /^\d/.test(key.slice(nameOf(key).length + 1));
    return isFromRegistry ? `/${key}` : key.slice(nameOf(key).length + 1);
  };
  const reference = (alias: string, text: string) => {
    const key = keyOf(alias, text);
    if (key === undefined) return text;
    return nameOf(key) === alias ? key.slice(alias.length + 1) : key6(key);
  };
  const references = (all: References | undefined) =>
    all && Object.fromEntries(Object.entries(all).map(([alias, text]) => [alias, reference(alias, text)]));
  const all = Array.from(snapshots, ([key, snapshot]) => {
    const { dependencies, optionalDependencies, ...rest } = snapshot;
    const rewritten = {
      dependencies: references(dependencies),
      optionalDependencies: references(optionalDependencies),
    };
    return [key6(key), { ...packages.get(baseOf(key)), ...withoutEmpty(rewritten), ...rest }] as const;
  });
  const projects = Array.from(importers, ([path, each]) => [path, mapRequired(each, reference)] as const);
  const own = json.importers === undefined ? projects[0]?.[1] : { importers: Object.fromEntries(projects) };
  return { ...json, ...own, packages: Object.fromEntries(all) };
}
