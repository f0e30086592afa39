import { posix } from "node:path";

/** The files under test, by the names that a stack trace may use for them. */
export interface CandidateFiles {
  /** Base names of the files. */
  readonly names: ReadonlySet<string>;
  /**
   * Where the code at this location comes from. A namesake shares only its base name with a file under test: it may be a
   * copy, or another `index.js`.
   */
  place(location: string): "candidate" | "namesake" | "elsewhere";
  /** Whether this program or library is in a candidate's own directory, so the test must have built it. */
  built(program: string): boolean;
}

export function candidateFiles(paths: readonly string[]): CandidateFiles {
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
 * The path itself, something inside it if it is a directory, the path after a prefix (`/private/tmp` for `/tmp`), or the
 * path relative to a directory above it.
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
