import { realpathSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** The words of the user's test, as they were written. */
export interface WrittenTest {
  readonly words: readonly string[];
  /** Where the user stands. */
  readonly cwd: string;
  /** The input under test: a word that names it means the candidate. */
  readonly failing: string;
  readonly placeholder: string;
  /** Take every word as it is, but for the placeholder. */
  readonly literal: boolean;
}

/** The test, ready to be run on any candidate. */
export interface TestTemplate {
  readonly argv: (candidate: string) => string[];
  /** Whether the candidate is also on standard input: where no word has the placeholder. */
  readonly onStdin: boolean;
  /** What was read otherwise than written, to be told to the user. */
  readonly rewritten: readonly string[];
  /** The files that the words name, the candidate apart. */
  readonly files: readonly string[];
}

/**
 * Reads the words of a test that will run in another folder than the one it was written for: a word that names the
 * failing input becomes the candidate, a word that names another file here becomes absolute.
 */
export function readTest(test: WrittenTest): TestTemplate {
  const { words, placeholder } = test;
  const rewritten: string[] = [];
  const files: string[] = [];
  const read = words.map((word, i) => {
    if (word.includes(placeholder) || test.literal) return (path: string) => word.replaceAll(placeholder, () => path);
    // The program itself is the user's, even if it stands in the folder under test: it must be there for every candidate.
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

/** The files that the words of a test name which runs where the user stands. */
export function filesNamed(words: readonly string[], cwd: string): string[] {
  return words.flatMap((word, i) => fileNamed(word, i, cwd) ?? []);
}

/** A program without a slash is looked up in PATH, whatever there is here. */
function fileNamed(word: string, place: number, cwd: string): string | undefined {
  return place === 0 && !word.includes("/") ? undefined : regularFile(resolve(cwd, word));
}

/** Where in the failing input a path is, if that is a folder and the path is there. */
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
    // Not only what is missing: a script for sh -c is too long for a name.
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
