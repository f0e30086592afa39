import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Repository } from "./repository.ts";

/** A file by its path, and the id of the content that git stores for it. */
export interface StoredFile {
  readonly path: string;
  readonly id: string;
}

/** The attributes of a commit or a tree. */
export function attributesFilesIn(repository: Repository, tree: string): StoredFile[] {
  return repository.fields(["ls-tree", "-r", "-z", tree]).flatMap((line) => {
    const [, id, path] = /^100\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
    return path !== undefined && isAttributesFile(path) ? [{ path, id: id! }] : [];
  });
}

/** Which of a version's files say how git converts the others at checkout. */
export function isAttributesFile(path: string): boolean {
  return /(^|\/)\.gitattributes$/.test(path);
}

/**
 * Runs git by the attributes of a version. Git itself reads them from the working tree, where they may be those of another
 * version; so if they differ, it gets a folder with the right ones as its working tree.
 */
export function withAttributes<T>(
  repository: Repository,
  files: readonly StoredFile[],
  action: (repository: Repository) => T,
): T {
  const texts = textsOf(repository, files);
  if (isInWorkingTree(repository, texts)) return action(repository);
  const folder = mkdtempSync(join(tmpdir(), "culprit-attributes-"));
  try {
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return action(repository.withWorkTree(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function conversionsOf(repository: Repository, paths: readonly string[]): Conversions {
  const fields = repository.fields(["check-attr", "-z", "--stdin", "--all"], { input: paths.join("\0") });
  const values = new Map<string, Map<string, string>>();
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [path, name, value] = fields.slice(i, i + 3) as [string, string, string];
    values.set(path, (values.get(path) ?? new Map<string, string>()).set(name, value));
  }
  const settings = readSettings(repository);
  const byPath = new Map<string, Conversion>();
  const unfiltered = new Map<string, string[]>();
  for (const [path, named] of values) {
    const conversion = conversionBy(named, settings);
    if (conversion) byPath.set(path, conversion);
    const filter = named.get("filter");
    if (filter !== undefined && !["set", "unset"].includes(filter) && !settings.filters.has(filter))
      unfiltered.set(filter, [...(unfiltered.get(filter) ?? []), path]);
  }
  return { byPath, unfiltered };
}

/** What happens to a file at checkout. */
export interface Conversion {
  /** Equal for equal conversions. */
  readonly key: string;
  /** A program of the user's converts it. */
  readonly filter?: string;
}

/** How git converts files at checkout. */
export interface Conversions {
  /** By path; files that stay as stored have none. */
  readonly byPath: ReadonlyMap<string, Conversion>;
  /** Files that a filter is to convert which is not set up here, by the name of the filter. */
  readonly unfiltered: ReadonlyMap<string, readonly string[]>;
}

interface Settings {
  /** Files that git takes for texts get CRLF line ends. */
  readonly crlf: boolean;
  /** The filters that are set up for checkouts. */
  readonly filters: ReadonlySet<string>;
}

function conversionBy(named: ReadonlyMap<string, string>, { crlf, filters }: Settings): Conversion | undefined {
  const [text, eol, ident, encoding, filter] = ["text", "eol", "ident", "working-tree-encoding", "filter"].map((name) =>
    named.get(name),
  );
  const isFiltered = filter !== undefined && filters.has(filter);
  const converts =
    (eol === "crlf" && text !== "unset") ||
    (crlf && (text !== undefined || eol !== undefined)) ||
    ident === "set" ||
    (encoding !== undefined && !["set", "unset"].includes(encoding)) ||
    isFiltered;
  if (!converts) return undefined;
  const key = JSON.stringify([text, eol, ident, encoding, isFiltered ? filter : undefined]);
  return { key, ...(isFiltered ? { filter } : {}) };
}

const settingsOf = new WeakMap<Repository, Settings>();

function readSettings(repository: Repository): Settings {
  const known = settingsOf.get(repository) ?? {
    crlf: repository.setting("core.autocrlf") === "true" || repository.setting("core.eol") === "crlf",
    filters: new Set(repository.filters()),
  };
  settingsOf.set(repository, known);
  return known;
}

const texts = new WeakMap<Repository, Map<string, Uint8Array>>();

function textsOf(repository: Repository, files: readonly StoredFile[]): Map<string, Uint8Array> {
  const known = texts.get(repository) ?? new Map<string, Uint8Array>();
  texts.set(repository, known);
  const missing = [...new Set(files.map(({ id }) => id))].filter((id) => !known.has(id));
  for (const [i, text] of repository.blobs(missing).entries()) known.set(missing[i]!, text);
  return new Map(files.map(({ path, id }) => [path, known.get(id)!]));
}

const inWorkingTree = new WeakMap<Repository, readonly string[]>();

/** Whether the user's working tree has these attributes and no others. */
function isInWorkingTree(repository: Repository, files: ReadonlyMap<string, Uint8Array>): boolean {
  const paths = inWorkingTree.get(repository) ?? attributesFilesHere(repository);
  inWorkingTree.set(repository, paths);
  const here = paths.flatMap((path) => {
    const text = readIfThere(join(repository.root, path));
    return text ? [{ path, text }] : [];
  });
  return here.length === files.size && here.every(({ path, text }) => files.has(path) && text.equals(files.get(path)!));
}

function attributesFilesHere(repository: Repository): string[] {
  const words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":(glob)**/.gitattributes"];
  return [...new Set(repository.fields(words))];
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
