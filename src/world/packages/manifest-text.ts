import type { LockEntry } from "./lockfile.ts";

/** The versions that a project forces instead of those that packages ask for. */
export type Overrides = Readonly<Record<string, unknown>>;

/** A part of a package.json on one line, as people type it: "overrides": { "qs": "6.5.2" } */
export function manifestText(part: object): string {
  return spaced(part).slice(2, -2);
}

function spaced(value: unknown): string {
  if (!(value instanceof Object) || Array.isArray(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${spaced(each)}`);
  return `{ ${fields.join(", ")} }`;
}

/** What a package.json asks for to get exactly this package. */
export function specOf({ name, version, resolved = "" }: LockEntry): string {
  const isFromRegistry = resolved === "" || /^https?:/.test(resolved);
  if (!isFromRegistry || version === undefined) return resolved;
  return name === undefined ? version : `npm:${name}@${version}`;
}
