import { posix } from "node:path";
import type { SideFiles } from "./manager.ts";

/** The folders that a pattern of workspace members names: crates/a, crates/*, packages/**. */
export function foldersLike(pattern: string, { list }: Pick<SideFiles, "list">): string[] {
  const inside = (folder: string, isLike: RegExp) =>
    (list?.(folder) ?? [])
      .filter((name) => isLike.test(name) && name !== "node_modules")
      .map((name) => posix.join(folder, name));
  const withAllBelow = (folder: string): string[] => [folder, ...inside(folder, /^/).flatMap(withAllBelow)];
  let folders = [""];
  for (const part of pattern.split("/").filter((each) => each !== "" && each !== ".")) {
    folders = folders.flatMap((folder) => {
      if (part === "**") return withAllBelow(folder);
      return /[*?[]/.test(part) ? inside(folder, patternOf(part)) : [posix.join(folder, part)];
    });
  }
  return [...new Set(folders)];
}

function patternOf(part: string): RegExp {
  const text = part
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${text}$`);
}
