import { existsSync, readFileSync } from "node:fs";
import { findSourceMap, SourceMap } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A place in a text, counted from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Where the code at a position was written, by the source map of its file; undefined: there is none, or it does not say. */
export function originalPosition({ file, line, column }: Position, map = mapOf(file)): Position | undefined {
  const entry = map?.findEntry(line - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry) || entry.generatedLine !== line - 1) return undefined;
  const source = pathOf(entry.originalSource, file);
  if (source === undefined) return undefined;
  return { file: source, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

/** To read a map takes long, so each is read once. */
const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, knownToNode(file) ?? namedIn(file));
  return maps.get(file);
}

/** The only one for code that is on no disk, such as what a loader has made of a file. Node keeps them if it was told to. */
function knownToNode(file: string): SourceMap | undefined {
  // Not there where a test runner has put a module of its own in the place of Node's.
  return findSourceMap?.(file);
}

/** The one that the last `sourceMappingURL` of the file names. */
function namedIn(file: string): SourceMap | undefined {
  try {
    const name = [...readFileSync(file, "utf8").matchAll(/^\/[/*]# sourceMappingURL=([^\s*]+)/gm)].at(-1)?.[1];
    return name === undefined ? undefined : mapAt(name, file);
  } catch {
    return undefined;
  }
}

/** The map at an address that the code of a file names: a path beside it, or the map itself. */
export function mapAt(name: string, file: string): SourceMap | undefined {
  try {
    const url = new URL(name, pathToFileURL(file));
    const map = JSON.parse(url.protocol === "data:" ? contentOf(url.href) : readFileSync(url, "utf8"));
    const base = url.protocol === "data:" ? pathToFileURL(file) : url;
    return new SourceMap({ ...map, sourceRoot: "", sources: absolute(map, base) });
  } catch {
    return undefined;
  }
}

/** The files that a map speaks of, as far as they are there. */
export function sourcesOf(map: SourceMap, file: string): string[] {
  return map.payload.sources.flatMap((source) => pathOf(source, file) ?? []);
}

function contentOf(dataUrl: string): string {
  const comma = dataUrl.indexOf(",");
  const content = dataUrl.slice(comma + 1);
  return dataUrl.slice(0, comma).endsWith(";base64")
    ? Buffer.from(content, "base64").toString()
    : decodeURIComponent(content);
}

function absolute({ sourceRoot, sources }: { sourceRoot?: string; sources: readonly string[] }, base: URL): string[] {
  const root = sourceRoot ? new URL(sourceRoot.endsWith("/") ? sourceRoot : `${sourceRoot}/`, base) : base;
  return sources.map((source) => new URL(source, root).href);
}

/** Sources that are not there, as those of most packages, help nobody. */
function pathOf(source: string, generated: string): string | undefined {
  const url = new URL(source, pathToFileURL(generated));
  if (url.protocol !== "file:") return undefined;
  const path = fileURLToPath(url);
  return isThere(path) ? path : undefined;
}

const there = new Map<string, boolean>();

function isThere(path: string): boolean {
  const known = there.get(path) ?? existsSync(path);
  there.set(path, known);
  return known;
}
