import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

type KnownHash = readonly [string, { readonly stamp: string; readonly hash: string }];
type Hashes = Iterable<KnownHash>;

/** What is known of files from earlier runs, by path: none of them is hashed again that has not changed. */
export function readHashes(file: string): Hashes {
  try {
    const known: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
    return Array.isArray(known) ? known.filter((each): each is KnownHash => Array.isArray(each)) : [];
  } catch {
    return []; // it is only there to save time
  }
}

/** Keeps what is known of files that are still there: most of those that tests were made of are gone. */
export function writeHashes(file: string, hashes: Hashes): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const present = [...hashes].filter(([path]) => existsSync(path));
    writeFileSync(`${file}.new`, JSON.stringify(present), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // The same.
  }
}
