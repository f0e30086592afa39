import { editedJson } from "../text/json-edit.ts";
import type { LockEntry } from "./lockfile.ts";
import type { Overrides } from "./manifest-text.ts";

const kinds = ["dependencies", "devDependencies", "optionalDependencies"] as const;

type Requirements = Pick<LockEntry, (typeof kinds)[number]>;

/** What a composed lockfile asks of the project's package.json. */
export interface ManifestNeeds {
  /** What the project requires itself by the new lockfile, and by the composed one. */
  readonly before: Requirements;
  readonly after: Requirements;
  readonly overrides: Overrides;
}

/** A package.json with which npm accepts a composed lockfile. Where nothing has to be other, it is as it was. */
export function manifestFor(text: string, { before, after, overrides }: ManifestNeeds): string {
  const bom = /^\ufeff?/.exec(text)![0];
  const plain = text.slice(bom.length);
  const manifest = JSON.parse(plain) as Record<string, unknown>;
  const edited = { ...manifest };
  for (const kind of kinds) {
    const changed = differing(before[kind] ?? {}, after[kind] ?? {});
    if (changed.length > 0) put(edited, kind, withEntries((manifest[kind] ?? {}) as object, changed));
  }
  if (JSON.stringify(manifest.overrides ?? {}) !== JSON.stringify(overrides)) put(edited, "overrides", overrides);
  return bom + editedJson(plain, edited);
}

type Entry = readonly [name: string, range: string | undefined];

function differing(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): Entry[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Array.from(names, (name): Entry => [name, after[name]]).filter(([name, range]) => range !== before[name]);
}

function withEntries(object: object, entries: readonly Entry[]): object {
  const all = { ...object, ...Object.fromEntries(entries) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** What has nothing in it is left out. */
function put(manifest: Record<string, unknown>, key: string, value: object): void {
  if (Object.keys(value).length > 0) manifest[key] = value;
  else delete manifest[key];
}
