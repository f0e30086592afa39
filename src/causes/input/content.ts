import { invariant } from "../../core/invariant.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { type Folder, folderHash } from "../../world/files/folder.ts";
import { writeFileAtomically, writeFolderAtomically } from "../../world/files/write-atomically.ts";

/** An input: what is in a file, or a folder with many. */
export type Content = Uint8Array | Folder;

export const nothing = new Uint8Array();

export function isFolder(content: Content): content is Folder {
  return !(content instanceof Uint8Array);
}

export function hashOf(content: Content): string {
  if (!isFolder(content)) return contentHash(content);
  return folderHash(
    content.entries,
    content.entries.map(({ bytes }) => contentHash(bytes)),
  );
}

export function sizeOf(content: Content): number {
  return isFolder(content) ? content.entries.reduce((sum, { bytes }) => sum + bytes.length, 0) : content.length;
}

/** An input of the same sort with nothing in it. */
export function emptied(content: Content): Content {
  return isFolder(content) ? { ...content, entries: [] } : nothing;
}

/** The content of an input that is known to be a file. */
export function bytesOf(content: Content): Uint8Array {
  invariant(!isFolder(content), "only files are cut into lines, tokens, characters and bytes");
  return content;
}

/** Puts an input at a place, whole or not at all. */
export function put(path: string, content: Content, mode: number): void {
  if (isFolder(content)) writeFolderAtomically(path, content);
  else writeFileAtomically(path, content, mode);
}
