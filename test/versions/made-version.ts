import { blobId } from "../../src/world/git/repository.ts";
import type { Item, Version } from "../../src/world/tree/version.ts";

/** A version of text files, by their paths. */
export function madeVersion(files: Readonly<Record<string, string>>, more: Partial<Version> = {}): Version {
  const items = new Map(Object.entries(files).map(([path, text]) => [path, madeItem(text)]));
  return { name: "made", items, checkOut: () => {}, ...more };
}

export function madeItem(text: string): Item {
  const bytes = Buffer.from(text);
  return { kind: "file", executable: false, id: blobId(bytes), bytes: () => bytes };
}
