import { posix } from "node:path";
import type { SideFiles } from "./manager.ts";

/** The folders that a pattern of workspace members names: crates/a, crates/*, packages/**. */
export function foldersLike(pattern: string, { listFolders }: Pick<SideFiles, "listFolders">): string[] {
  const inside = (folder: string) =>
    (listFolders?.(folder) ?? []).filter((name) => !name.startsWith(".") && name !== "node_modules");
  const withAllBelow = (tops: ReadonlySet<string>) => {
    const folders = new Set(tops);
    // A set goes on to what is added meanwhile.
    for (const folder of folders) for (const name of inside(folder)) folders.add(posix.join(folder, name));
    return folders;
  };
  let folders: ReadonlySet<string> = new Set([""]);
  for (const part of pattern.split("/").filter((each) => each !== "" && each !== ".")) {
    const isLike = /[*?[]/.test(part) ? patternOf(part) : undefined;
    const namesIn = (folder: string) => (isLike ? inside(folder).filter((name) => isLike.test(name)) : [part]);
    folders =
      part === "**"
        ? withAllBelow(folders)
        : new Set([...folders].flatMap((folder) => namesIn(folder).map((name) => posix.join(folder, name))));
  }
  return [...folders];
}

function patternOf(part: string): RegExp {
  const text = part
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${text}$`);
}
