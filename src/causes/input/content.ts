import { invariant } from "../../core/invariant.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { type Folder, folderHash } from "../../world/files/folder.ts";
import { writeFileAtomically, writeFolderAtomically } from "../../world/files/write-atomically.ts";

/** What an input holds: the bytes of a file, or a folder of files. */
export type InputContent = Uint8Array | Folder;

export const emptyFile = new Uint8Array();

export function isFolder(content: InputContent): content is Folder {
  return !(content instanceof Uint8Array);
}

export function hashOf(content: InputContent): string {
  if (!isFolder(content)) return contentHash(content);
  return folderHash(
    content.entries,
    content.entries.map(({ bytes }) => contentHash(bytes)),
  );
}

/** In bytes. */
export function sizeOf(content: InputContent): number {
  return isFolder(content) ? content.entries.reduce((sum, { bytes }) => sum + bytes.length, 0) : content.length;
}

/** An empty file for a file, an empty folder for a folder. */
export function emptyLike(content: InputContent): InputContent {
  return isFolder(content) ? { ...content, entries: [] } : emptyFile;
}

/** The bytes of an input that must be a file. */
export function fileBytes(content: InputContent): Uint8Array {
  invariant(!isFolder(content), "only files are cut into lines, tokens, characters and bytes");
  return content;
}

/** Writes an input completely or not at all. */
export function writeInput(path: string, content: InputContent, mode: number): void {
  if (isFolder(content)) writeFolderAtomically(path, content);
  else writeFileAtomically(path, content, mode);
}
