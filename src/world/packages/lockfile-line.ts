/** A package as a cause names it. */
export interface NamedPackage {
  readonly name: string;
  /** Where npm puts it, as its lockfile says, such as `node_modules/a`. */
  readonly path?: string | undefined;
  /** Undefined: it is not in this lockfile. */
  readonly version?: string | undefined;
}

/**
 * The line of a lockfile, from 1 on, at which a package is locked; undefined: it is not. The formats of all managers have in common
 * that the version follows the name, on the same line or the next one.
 */
export function lockfileLine(text: string, { name, path, version }: NamedPackage): number | undefined {
  if (version === undefined) return undefined;
  const lines = text.split("\n");
  const byPath = path === undefined ? -1 : lines.findIndex((line) => line.trim() === `"${path}": {`);
  if (byPath !== -1) return byPath + 1;
  const [hasName, hasVersion] = [wholeName(name), wholeVersion(version)];
  const hasAt = (distance: number) => (line: string, i: number) =>
    hasName.test(line) && hasVersion.test(lines[i + distance] ?? "");
  const sameLine = lines.findIndex(hasAt(0));
  const at = sameLine === -1 ? lines.findIndex(hasAt(1)) : sameLine;
  return at === -1 ? undefined : at + 1;
}

function wholeName(name: string): RegExp {
  return new RegExp(`(?<![\\w@./-])${escaped(name)}(?![\\w./-])`);
}

/** No range that begins with it. */
function wholeVersion(version: string): RegExp {
  return new RegExp(`(?<![\\d.^~<>])${escaped(version)}(?![\\w.+-])`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
