import { rangeFor } from "../direct-dependencies.ts";
import { type DependencyKind, dependencyKinds, type ManifestEdit } from "../package-manifest.ts";
import { type Choice, chooseTarget } from "./choice.ts";
import { type Importer, keyOf, nameOf, type Required, referenceTo, versionOf } from "./lockfile.ts";

/** What a project of a candidate requires, and what its package.json has to have otherwise. */
export interface ComposedImporter {
  readonly importer: Importer;
  readonly edits: readonly ManifestEdit[];
}

/** What the new side requires; without what was added and is not upgraded, with what was removed and still is there. */
export function composeImporter(choice: Choice, path: string): ComposedImporter {
  const { sides } = choice;
  const [old, now] = [sides.old.importers.get(path) ?? {}, sides.new.importers.get(path) ?? {}];
  const edits: ManifestEdit[] = [];
  const composed: Partial<Record<DependencyKind, Record<string, Required>>> = {};
  for (const kind of dependencyKinds) {
    const all: Record<string, Required> = {};
    for (const [alias, required] of Object.entries(now[kind] ?? {})) {
      const key = keyOf(alias, required.version);
      if (isLeftOut(choice, key, "old")) edits.push({ kind, name: alias, range: undefined });
      else {
        const other = anyReference(old, alias);
        const target = chooseTarget(choice, { side: "new", own: key, other: other && keyOf(alias, other.version) });
        const specifier = specifierFor(choice, target, { now: required.specifier, old: other?.specifier });
        if (specifier !== required.specifier) edits.push({ kind, name: alias, range: specifier });
        all[alias] = {
          ...required,
          specifier,
          version: target === undefined ? required.version : referenceTo(target, alias),
        };
      }
    }
    for (const [alias, required] of Object.entries(old[kind] ?? {})) {
      const key = keyOf(alias, required.version);
      if (key === undefined || !isLeftOut(choice, key, "new") || anyReference(now, alias)) continue;
      const specifier = isInCatalog(required.specifier) ? versionOf(sides.old, key) : required.specifier;
      all[alias] = { specifier, version: referenceTo(key, alias) };
      edits.push({ kind, name: alias, range: specifier });
    }
    if (Object.keys(all).length > 0) composed[kind] = all;
  }
  const { dependencies: _, devDependencies: __, optionalDependencies: ___, ...rest } = now;
  return { importer: { ...rest, ...composed }, edits };
}

/** pnpm refuses a version that the project does not ask for: then it asks for what the old side asks for. */
function specifierFor(
  { sides }: Choice,
  target: string | undefined,
  { now, old }: { readonly now: string; readonly old: string | undefined },
): string {
  if (target === undefined || isInCatalog(now)) return now;
  return rangeFor(versionOf(sides.new.snapshots.has(target) ? sides.new : sides.old, target), { now, old });
}

/** The catalogs of a workspace are those of the new side. */
function isInCatalog(specifier: string): boolean {
  return specifier.startsWith("catalog:");
}

/** Whether a side lacks a package whose addition or removal is not part of the candidate. */
function isLeftOut({ named, sideFor }: Choice, key: string | undefined, lacking: "old" | "new"): boolean {
  const each = key === undefined ? undefined : named(nameOf(key))[0];
  return each !== undefined && each[lacking] === undefined && sideFor(each) === "old";
}

function anyReference(importer: Importer, alias: string): Required | undefined {
  return dependencyKinds.map((kind) => importer[kind]?.[alias]).find((each) => each !== undefined);
}
