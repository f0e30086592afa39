import { realpathSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** The user's test command, as written. */
export interface WrittenTest {
  readonly words: readonly string[];
  /** The user's folder. */
  readonly cwd: string;
  /** The input under test: a word that names it stands for the candidate. */
  readonly failing: string;
  readonly placeholder: string;
  /** Leave every word as it is, except for the placeholder. */
  readonly literal: boolean;
}

/** The test, ready to be run on any candidate. */
export interface TestTemplate {
  readonly argv: (candidate: string) => string[];
  /** Whether the candidate is also on standard input: if no word contains the placeholder. */
  readonly onStdin: boolean;
  /** Notes for the user on words that were rewritten. */
  readonly rewritten: readonly string[];
  /** The files that the words name, without the candidate. */
  readonly files: readonly string[];
}

/**
 * Adapts the words of a test to run in a different folder: a word that names the failing input becomes the candidate, a
 * word that names another file here becomes an absolute path.
 */
export function resolveTestWords(test: WrittenTest): TestTemplate {
  const { words, placeholder } = test;
  const rewritten: string[] = [];
  const files: string[] = [];
  const read = words.map((word, i) => {
    if (word.includes(placeholder) || test.literal) return (path: string) => word.replaceAll(placeholder, () => path);
    // The program stays the user's own, even if it is in the folder under test: every candidate needs it.
    const inside = i === 0 ? undefined : placeInFolder(resolve(test.cwd, word), test);
    if (inside !== undefined) {
      rewritten.push(`${word} → ${inside === "" ? "the candidate" : `${inside} in the candidate`}`);
      return (candidate: string) => join(candidate, inside);
    }
    const path = fileNamed(word, i, test.cwd);
    if (path === undefined) return () => word;
    if (sameFile(path, resolve(test.cwd, test.failing))) {
      rewritten.push(`${word} → the candidate`);
      return (candidate: string) => candidate;
    }
    files.push(path);
    if (path !== word) rewritten.push(`${word} → ${path}`);
    return () => path;
  });
  const onStdin = !words.some((word) => word.includes(placeholder));
  return { argv: (candidate) => read.map((each) => each(candidate)), onStdin, rewritten, files };
}

/** The files that are named by the words of a test that runs in the user's folder. */
export function filesNamed(words: readonly string[], cwd: string): string[] {
  return words.flatMap((word, i) => fileNamed(word, i, cwd) ?? []);
}

/** A program without a slash is looked up in PATH, even if there is such a file here. */
function fileNamed(word: string, place: number, cwd: string): string | undefined {
  return place === 0 && !word.includes("/") ? undefined : regularFile(resolve(cwd, word));
}

/** The place of a path inside the failing input, if that is a folder and the path exists. */
function placeInFolder(path: string, { cwd, failing }: WrittenTest): string | undefined {
  try {
    const folder = resolve(cwd, failing);
    const inside = relative(folder, path);
    if (inside.startsWith("..") || !statSync(folder).isDirectory()) return undefined;
    return statSync(path) && inside;
  } catch {
    return undefined;
  }
}

function regularFile(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? path : undefined;
  } catch {
    // Missing, or not even a file name: a script for sh -c is too long for one.
    return undefined;
  }
}

function sameFile(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}
