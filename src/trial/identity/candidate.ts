import { posix } from "node:path";

/** The files under test, as far as a trace can name them. */
export interface Candidate {
  /** Base names of the files. */
  readonly names: ReadonlySet<string>;
  /**
   * Where the code at this location comes from. A namesake has only the base name of a file under test: perhaps a copy
   * of it, perhaps another `index.js`.
   */
  place(location: string): "candidate" | "namesake" | "elsewhere";
  /** Whether this program or library stands in a candidate's own directory, so that the test must have built it. */
  built(program: string): boolean;
}

export function candidateOf(paths: readonly string[]): Candidate {
  const files = paths.map(forwardSlashes);
  const absolute = files.filter((file) => file.includes("/"));
  const names = new Set(files.map((file) => posix.basename(file)));
  return {
    names,
    place(location) {
      const file = fileOf(location);
      if (file === "") return "elsewhere";
      if (names.has(file) || absolute.some((path) => holds(path, file))) return "candidate";
      return names.has(posix.basename(file)) ? "namesake" : "elsewhere";
    },
    built(program) {
      return absolute.some((path) => posix.dirname(path) === posix.dirname(program));
    },
  };
}

/**
 * The path itself, something within it when it is a directory, the path behind a prefix (`/private/tmp` for `/tmp`), or
 * the path as seen from a directory above it.
 */
function holds(path: string, file: string): boolean {
  return file === path || file.startsWith(`${path}/`) || file.endsWith(path) || path.endsWith(`/${file}`);
}

/** `file:///a/b%20c.js:3:7` and `./a/b c.js:3` without scheme, dot and position. */
function fileOf(location: string): string {
  const path = location.replace(/(?::\d+){1,2}$/, "").replace(/^file:\/\//, "");
  return forwardSlashes(decoded(path)).replace(/^\.\//, "");
}

function decoded(path: string): string {
  try {
    return path.includes("%") ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

function forwardSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
