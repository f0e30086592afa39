import { DeltaSet } from "../../core/delta-set.ts";
import { UserError } from "../../core/user-error.ts";
import { blobId } from "../git/repository.ts";
import { isLockfile } from "../packages/lockfile-names.ts";
import type { TextEdit, TextEdits } from "../text/edits.ts";
import { isText } from "../text/text.ts";
import { changedPlaces } from "../text/text-edits.ts";
import type { Item, Version } from "../tree/version.ts";
import { renamesAmong } from "./renames.ts";

/** One change, for people and for the index of names. */
export interface Change {
  readonly kind: "edited" | "added" | "deleted" | "replaced" | "mode" | "renamed";
  /** Where the old version has it, and the new one. */
  readonly oldPath?: string;
  readonly newPath?: string;
  /** The edit of a text: in the old version's file, and in the new one's. */
  readonly edit?: TextEdit;
  readonly old: Uint8Array;
  readonly new: Uint8Array;
  readonly item?: { readonly old?: Item | undefined; readonly new?: Item | undefined };
}

/** What is at a path; undefined: nothing. */
export interface Placed {
  readonly path: string;
  readonly item: Item | undefined;
}

/** Joins edits of the file at a path, given what it becomes. */
export type JoinEdits = (path: string, edits: TextEdits, text: Uint8Array) => TextEdits;

/** The changes to one file, or to several that exclude each other (a file where the other version has a folder). */
export interface FileChanges {
  readonly changes: readonly Change[];
  /** Where its changes begin among all. */
  readonly first: number;
  /** What is there with some of its changes made. */
  readonly place: (set: DeltaSet) => readonly Placed[];
}

interface Part extends FileChanges {
  /** The same, its changes numbered from 0. */
  readonly place: (set: DeltaSet) => readonly Placed[];
}

/**
 * The difference between two versions as changes, in the order of paths and, within a file, of places: a set of them is
 * a version in between. None gives the old one, all give the new one.
 */
export class Changes {
  readonly #parts: readonly Part[];
  readonly changes: readonly Change[];
  /** Notes for the user on differences that are ignored. */
  readonly notes: readonly string[];

  private constructor(parts: readonly Part[], notes: readonly string[]) {
    this.#parts = parts;
    this.changes = parts.flatMap((part) => part.changes);
    this.notes = notes;
  }

  /** `cut` may join edits of a file that go together. */
  static between(
    old: Version,
    now: Version,
    isPinned: (path: string) => boolean = () => false,
    cut: JoinEdits = (_, edits) => edits,
  ): Changes {
    const differing = [...new Set([...old.items.keys(), ...now.items.keys()])]
      .filter((path) => !isPinned(path) && differs(old.items.get(path), now.items.get(path)))
      .sort();
    const isModule = (path: string) => [old, now].some(({ items }) => items.get(path)?.kind === "module");
    const modules = differing.filter(isModule);
    const candidates = differing.filter((path) => !isModule(path));
    old.load?.(candidates);
    now.load?.(candidates);
    const paths = candidates.filter((path) => !isSame(old.items.get(path), now.items.get(path)));
    const odd = paths.find((path) => path.includes("\ufffd"));
    if (odd !== undefined) throw new UserError(`The name of ${odd} is not valid UTF-8. Rename it first.`);
    const notes = modules.map(
      (path) => `The submodule ${path} differs between the versions; every test uses it as it is here.`,
    );
    return new Changes(partsOf(paths, old, now, cut), notes);
  }

  get all(): DeltaSet {
    return DeltaSet.range(0, this.changes.length);
  }

  /** What is at the changed paths with these changes made. Items that are the same as last time are the same objects. */
  compose(set: DeltaSet): Placed[] {
    return this.#parts.flatMap(({ first, changes, place }) => {
      const own = set.intersect(DeltaSet.range(first, first + changes.length));
      return place(shifted(own, -first));
    });
  }

  /** The changes of each file together. */
  files(): FileChanges[] {
    return this.#parts.map(({ first, changes, place }) => ({
      first,
      changes,
      place: (set) => place(shifted(set, -first)),
    }));
  }
}

function shifted(set: DeltaSet, by: number): DeltaSet {
  return by === 0 ? set : DeltaSet.from(Array.from(set.ranges(), ([start, end]) => [start + by, end + by]));
}

function differs(a: Item | undefined, b: Item | undefined): boolean {
  if (!a || !b) return a !== b;
  return a.kind !== b.kind || a.executable !== b.executable || a.id !== b.id;
}

/** With filters, git may have two ids for one checked-out content. */
function isSame(a: Item | undefined, b: Item | undefined): boolean {
  if (!a || !b || a.kind !== b.kind || a.executable !== b.executable) return false;
  return Buffer.compare(a.bytes(), b.bytes()) === 0;
}

interface Pending {
  readonly oldPath?: string;
  readonly newPath?: string;
  readonly old?: Item;
  readonly new?: Item;
}

function partsOf(paths: readonly string[], old: Version, now: Version, cut: JoinEdits): Part[] {
  const gone = paths.filter((path) => !now.items.has(path));
  const come = paths.filter((path) => !old.items.has(path));
  const renames = renamesAmong(gone, come, old, now);
  const renamed = new Set(renames.values());
  const pending = paths.flatMap((path): Pending[] => {
    if (renamed.has(path)) return [];
    const newPath = renames.get(path) ?? path;
    const [before, after] = [old.items.get(path), now.items.get(newPath)];
    return [{ ...(before ? { oldPath: path, old: before } : {}), ...(after ? { newPath, new: after } : {}) }];
  });
  let first = 0;
  return grouped(pending).map((group) => {
    const part = group.length === 1 ? partOf(group[0]!, first, cut) : together(group, first);
    first += part.changes.length;
    return part;
  });
}

/** A file goes together with everything in a folder that the other version has at its path. */
function grouped(pending: readonly Pending[]): Pending[][] {
  const paths = pending.map(({ oldPath, newPath }) => [oldPath, newPath].filter((path) => path !== undefined));
  const groups = new Map<string, Set<number>>();
  paths.forEach((own, i) => {
    const group = new Set([i]);
    for (const path of own) groups.set(path, group);
  });
  for (const own of paths) {
    for (const above of own.flatMap(foldersOf)) if (groups.has(above)) merge(groups, paths, [own[0]!, above]);
  }
  return [...new Set(groups.values())].map((group) => Array.from(group, (i) => pending[i]!));
}

function merge(
  groups: Map<string, Set<number>>,
  paths: readonly (readonly string[])[],
  [a, b]: [string, string],
): void {
  const together = new Set([...groups.get(a)!, ...groups.get(b)!].sort((i, j) => i - j));
  for (const i of together) for (const path of paths[i]!) groups.set(path, together);
}

/** The folders that contain a path. */
export function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
}

function partOf(pending: Pending, first: number, cut: JoinEdits): Part {
  const { oldPath, newPath, old, new: now } = pending;
  const isEdited = old?.kind === "file" && now?.kind === "file" && isText(old.bytes()) && isText(now.bytes());
  if (!isEdited || oldPath === undefined || newPath === undefined || isLockfile(newPath))
    return together([pending], first);
  const edits = cut(newPath, changedPlaces(old.bytes(), now.bytes()), now.bytes());
  return editedPart({ oldPath, newPath, old, new: now }, edits, first);
}

/** A text file that both versions have: each edit, its mode and its name are separate changes. */
function editedPart({ oldPath, newPath, old, new: now }: Required<Pending>, edits: TextEdits, first: number): Part {
  const item = { old, new: now };
  const place = { oldPath, newPath, item };
  const none = { old: new Uint8Array(), new: new Uint8Array() };
  const renamed = oldPath === newPath ? [] : [{ ...place, ...none, kind: "renamed" as const }];
  const mode = old.executable === now.executable ? [] : [{ ...place, ...none, kind: "mode" as const }];
  const before = renamed.length + mode.length;
  const edited = edits.edits.map((edit) => ({
    ...place,
    kind: "edited" as const,
    edit,
    old: edits.base.subarray(edit.start, edit.end),
    new: edit.text,
  }));
  const changes = [...renamed, ...mode, ...edited];
  return {
    first,
    changes,
    place: remembered((set) => {
      const path = renamed.length > 0 && set.has(0) ? newPath : oldPath;
      const executable = mode.length > 0 && set.has(before - 1) ? now.executable : old.executable;
      const made = shifted(set.intersect(DeltaSet.range(before, changes.length)), -before);
      const content = textItem(edits, made, item);
      const placed = { path, item: content.executable === executable ? content : { ...content, executable } };
      const other = path === oldPath ? newPath : oldPath;
      return oldPath === newPath ? [placed] : [placed, { path: other, item: undefined }];
    }),
  };
}

function textItem(edits: TextEdits, made: DeltaSet, { old, new: now }: { old: Item; new: Item }): Item {
  if (made.isEmpty) return old;
  if (made.size === edits.edits.length) return now;
  const bytes = edits.compose(made);
  return { kind: "file", executable: old.executable, id: blobId(bytes), bytes: () => bytes };
}

/** What cannot be changed in parts: one change. */
function together(group: readonly Pending[], first: number): Part {
  const changes = [wholeChange(group)];
  const placed = (which: "old" | "new") =>
    group.flatMap((each): Placed[] => {
      const paths = [...new Set([each.oldPath, each.newPath])].filter((path) => path !== undefined);
      return paths.map((path) => ({ path, item: path === each[`${which}Path`] ? each[which] : undefined }));
    });
  const [none, all] = [placed("old"), placed("new")];
  // Removals come first: they make space for additions.
  const order = (places: Placed[]) =>
    places.sort((a, b) => Number(a.item !== undefined) - Number(b.item !== undefined));
  const sorted = { none: order(none), all: order(all) };
  return { first, changes, place: (set) => (set.isEmpty ? sorted.none : sorted.all) };
}

function wholeChange(group: readonly Pending[]): Change {
  const [one] = group as [Pending];
  const kind = group.length > 1 ? "replaced" : one.old ? (one.new ? "replaced" : "deleted") : "added";
  const join = (which: "old" | "new") => Buffer.concat(group.map((each) => each[which]?.bytes() ?? new Uint8Array()));
  return {
    kind,
    ...(one.oldPath === undefined ? {} : { oldPath: one.oldPath }),
    ...(one.newPath === undefined ? {} : { newPath: one.newPath }),
    old: join("old"),
    new: join("new"),
    item: { old: one.old, new: one.new },
  };
}

/** Consecutive candidates have most files in common, so the last results are reused: the same objects for the same set. */
function remembered(place: (set: DeltaSet) => readonly Placed[]): Part["place"] {
  const known = new Map<string, readonly Placed[]>();
  return (set) => {
    const placed = known.get(set.key) ?? place(set);
    known.delete(set.key);
    known.set(set.key, placed);
    if (known.size > 8) known.delete(known.keys().next().value!);
    return placed;
  };
}
