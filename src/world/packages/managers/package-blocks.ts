import { parse } from "smol-toml";
import { UserError } from "../../../core/user-error.ts";
import type { SideFiles } from "./manager.ts";

/** A lockfile in TOML with a table [[package]] for each package: as text, so that what stays the same keeps its form. */
export interface BlockFile<T> {
  /** What stands before the first package. */
  readonly head: string;
  readonly blocks: readonly Block<T>[];
  /** What stands after the last one, from a table on that belongs to no package. */
  readonly tail: string;
}

export interface Block<T> {
  readonly text: string;
  /** What is read from it. */
  readonly data: T;
}

/** Throws a UserError if the file cannot be read. */
export function readBlocks<T>({ name, lockfile, read }: SideFiles): BlockFile<T> {
  const text = read(lockfile) ?? "";
  // The file may start with a package: at its start nothing is split.
  const [head = "", ...rest] = `\n${text.replace(/\r\n/g, "\n")}`.split(/^(?=\[\[package\]\]$)/m);
  const last = rest.pop() ?? "";
  const end = last.search(/^\[(?!\[?package\b)/m);
  const texts = last === "" ? [] : [...rest, end === -1 ? last : last.slice(0, end)];
  try {
    const { package: data = [] } = parse(text) as unknown as { package?: T[] };
    if (data.length !== texts.length) throw new Error("its packages are not tables [[package]] one after the other");
    const blocks = texts.map((each, i) => ({ text: each, data: data[i]! }));
    return { head: head.slice(1), blocks, tail: end === -1 ? "" : last.slice(end) };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new UserError(`Cannot read ${lockfile} of ${name}: ${reason}.`);
  }
}

/** The text of a file, with one empty line between its parts. */
export function blockText({ head, tail }: BlockFile<unknown>, texts: readonly string[]): string {
  const parts = [head, ...texts, tail].map((each) => each.trimEnd()).filter((each) => each !== "");
  return `${parts.join("\n\n")}\n`;
}

/** Blocks by the names of their packages. */
export function blocksByName<T extends { readonly name: string }>(
  blocks: readonly Block<T>[],
): ReadonlyMap<string, readonly Block<T>[]> {
  const found = new Map<string, Block<T>[]>();
  for (const block of blocks) found.set(block.data.name, [...(found.get(block.data.name) ?? []), block]);
  return found;
}

/** The versions of a name, with commas between; undefined: there is none. */
export function versionsOf<T extends { readonly name: string; readonly version?: string }>(
  blocks: readonly Block<T>[] | undefined,
): string | undefined {
  return blocks && [...new Set(blocks.map(({ data }) => data.version ?? "local"))].sort().join(", ");
}
