import { existsSync, readFileSync } from "node:fs";
import { findSourceMap, SourceMap } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A position in a file; lines and columns are counted from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The position of code in the file it was compiled from, by a source map; undefined if there is no map or it has no entry. */
export function originalPosition({ file, line, column }: Position, map = mapOf(file)): Position | undefined {
  const entry = map?.findEntry(line - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry) || entry.generatedLine !== line - 1) return undefined;
  const source = pathOf(entry.originalSource, file);
  if (source === undefined) return undefined;
  return { file: source, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

/** Each map is read once, since that is slow. */
const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, mapInNode(file) ?? mapNamedIn(file));
  return maps.get(file);
}

/** The map that Node has kept, if it runs with `--enable-source-maps`: the only one for code that a loader compiles in memory. */
function mapInNode(file: string): SourceMap | undefined {
  // Missing where a test runner has replaced the module.
  return findSourceMap?.(file);
}

/** The map that the last `sourceMappingURL` of the file names. */
function mapNamedIn(file: string): SourceMap | undefined {
  try {
    const name = [...readFileSync(file, "utf8").matchAll(/^\/[/*]# sourceMappingURL=([^\s*]+)/gm)].at(-1)?.[1];
    return name === undefined ? undefined : mapAt(name, file);
  } catch {
    return undefined;
  }
}

/** The map at the `sourceMappingURL` of a file: a relative path, or a data URL. */
export function mapAt(name: string, file: string): SourceMap | undefined {
  try {
    const url = new URL(name, pathToFileURL(file));
    const map = JSON.parse(url.protocol === "data:" ? contentOf(url.href) : readFileSync(url, "utf8"));
    const base = url.protocol === "data:" ? pathToFileURL(file) : url;
    return new SourceMap({ ...map, sourceRoot: "", sources: absoluteSources(map, base) });
  } catch {
    return undefined;
  }
}

/** The source files of a map that exist. */
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

function absoluteSources(
  { sourceRoot, sources }: { sourceRoot?: string; sources: readonly string[] },
  base: URL,
): string[] {
  const root = sourceRoot ? new URL(sourceRoot.endsWith("/") ? sourceRoot : `${sourceRoot}/`, base) : base;
  return sources.map((source) => new URL(source, root).href);
}

/** The path of a source; undefined if the file does not exist, as is usual for packages. */
function pathOf(source: string, generated: string): string | undefined {
  const url = new URL(source, pathToFileURL(generated));
  if (url.protocol !== "file:") return undefined;
  const path = fileURLToPath(url);
  return exists(path) ? path : undefined;
}

const known = new Map<string, boolean>();

function exists(path: string): boolean {
  const result = known.get(path) ?? existsSync(path);
  known.set(path, result);
  return result;
}
