import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

/** A test, adapted to run in a copy of the project. */
export interface TestInProject {
  readonly words: readonly string[];
  /** Files of the project that are the user's in every copy, by their paths in it. */
  readonly own: readonly string[];
  /** What the user should know about how the words were read. */
  readonly notes: readonly string[];
}

/** Every copy has the user's version of the files that the test names; files outside the project become absolute paths. */
export function testInProject(test: readonly string[], cwd: string, home: string | undefined): TestInProject {
  const own: string[] = [];
  const notes: string[] = [];
  const words = test.map((word, i) => {
    const path = resolve(cwd, word);
    if ((i === 0 && !word.includes("/")) || !isRegularFile(path)) return word;
    const inside = home === undefined ? ".." : relative(home, path);
    // A program from an installed package is the candidate's.
    if (isInPackages(inside) || isInEnvironment(path, home)) return relative(cwd, path);
    if (inside.startsWith("..")) {
      if (!isAbsolute(word)) notes.push(`In the test, ${word} → ${path}`);
      return path;
    }
    own.push(inside);
    return isAbsolute(word) ? relative(cwd, path) : word;
  });
  return { words, own, notes };
}

function isInPackages(path: string): boolean {
  return path.split("/").includes("node_modules");
}

/** A virtual environment of Python. */
function isInEnvironment(path: string, home: string | undefined): boolean {
  if (home === undefined || relative(home, path).startsWith("..")) return false;
  return path !== home && (existsSync(join(path, "pyvenv.cfg")) || isInEnvironment(dirname(path), home));
}

function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
