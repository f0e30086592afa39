import { statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";

/** The words of a test, read for a copy of the user's folder in which it will run. */
export interface ReadTest {
  readonly words: readonly string[];
  /** Files of the folder that are the user's in every copy, by their paths in it. */
  readonly own: readonly string[];
  /** What was read otherwise than written, to be told to the user. */
  readonly rewritten: readonly string[];
}

/** Files that the test names are the user's: those in the folder stay at their places, others are named absolutely. */
export function readTest(test: readonly string[], cwd: string, home: string | undefined): ReadTest {
  const own: string[] = [];
  const rewritten: string[] = [];
  const words = test.map((word, i) => {
    const path = resolve(cwd, word);
    if ((i === 0 && !word.includes("/")) || !isRegularFile(path)) return word;
    const inside = home === undefined ? ".." : relative(home, path);
    if (inside.startsWith("..") || isAmongPackages(inside)) {
      if (!isAbsolute(word) && !isAmongPackages(inside)) rewritten.push(`In the test, ${word} → ${path}`);
      return isAmongPackages(inside) ? relative(cwd, path) : path;
    }
    own.push(inside);
    return isAbsolute(word) ? relative(cwd, path) : word;
  });
  return { words, own, rewritten };
}

/** A program of an installed package is that of the candidate. */
function isAmongPackages(path: string): boolean {
  return path.split("/").includes("node_modules");
}

function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
