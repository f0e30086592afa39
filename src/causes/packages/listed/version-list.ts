import { UserError } from "../../../core/user-error.ts";

/** Names, each with its version and the line that says so. */
export type VersionList = ReadonlyMap<string, ListedVersion>;

export interface ListedVersion {
  readonly version: string;
  /** As it is in the list, so that whatever made the list also understands a mixed one. */
  readonly line: string;
}

/**
 * Reads a list with a name and a version in each line, apart by spaces, a tab, `=`, `==` or `@`: as dpkg-query -W, brew list
 * --versions, pip freeze and code --list-extensions --show-versions print them. Lines with # are comments, and so is what
 * follows a # after a space, as in .tool-versions.
 */
export function readVersions(text: string, file: string): VersionList {
  const versions = new Map<string, ListedVersion>();
  for (const [i, line] of text.split("\n").entries()) {
    const plain = line.trim();
    if (plain === "" || plain.startsWith("#")) continue;
    const [, name, version] = /^(@?[^\s=@]+)(?:\s+|==?|@)(\S.*)$/.exec(plain) ?? [];
    if (name === undefined || version === undefined)
      throw new UserError(`${file}:${i + 1}: a line has to be a name and a version, not "${plain}".`);
    if (versions.has(name)) throw new UserError(`${file}:${i + 1}: ${name} is there twice.`);
    versions.set(name, { version: version.replace(/\s+#.*$/, ""), line: plain });
  }
  if (versions.size === 0) throw new UserError(`${file} lists nothing: write a name and a version in each line.`);
  return versions;
}

/** The names whose versions differ, or that only one side has, in order. */
export function differingVersions(old: VersionList, now: VersionList): string[] {
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.filter((name) => old.get(name)?.version !== now.get(name)?.version);
}

/** The text of a list. */
export function versionsText(list: VersionList): string {
  return Array.from(list.values(), ({ line }) => `${line}\n`).join("");
}
