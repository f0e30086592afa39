import { DeltaSet } from "../../core/delta-set.ts";
import { blobId } from "../git/repository.ts";
import type { TextEdit, TextEdits } from "../text/edits.ts";
import { changedPlaces } from "../text/text-edits.ts";
import type { Item, Version } from "../tree/version.ts";
import { Comparison, type EditedFile, isEdited, type Pending } from "./comparison.ts";

export { foldersOf } from "./comparison.ts";

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

/** How a text file was changed, and what its syntax says of that. */
export interface CutFile {
  readonly edits: TextEdits;
  readonly structure?: FileStructure | undefined;
}

/** Where the edits of a file stand in its syntax. */
export interface FileStructure {
  /** For each edit the scopes around it, the widest first. */
  readonly chains: readonly (readonly string[])[];
  /** The edits in scopes that a set of edits leaves malformed; undefined: that is not known. */
  readonly torn?: ((edits: DeltaSet) => DeltaSet) | undefined;
  /** Two edits that can only be made together. */
  readonly frame?: readonly [number, number] | undefined;
}

/** The changes to one file, or to several that exclude each other (a file where the other version has a folder). */
export interface FileChanges {
  readonly changes: readonly Change[];
  /** Where its changes begin among all. */
  readonly first: number;
  /** What is there with some of its changes made. */
  readonly place: (set: DeltaSet) => readonly Placed[];
  /** If it was parsed: of its edits, which are its last changes. */
  readonly structure?: FileStructure | undefined;
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
  /** Nothing was compared yet. */
  static readonly none = new Changes([], [], () => []);

  /** Notes for the user on differences that are ignored. */
  readonly notes: readonly string[];
  /** Where something differs, in either version. */
  readonly paths: readonly string[];
  readonly #cut: () => readonly Part[];
  #known: { readonly parts: readonly Part[]; readonly changes: readonly Change[] } | undefined;

  private constructor(notes: readonly string[], paths: readonly string[], cut: () => readonly Part[]) {
    this.notes = notes;
    this.paths = paths;
    this.#cut = cut;
  }

  /** Compares two versions line by line, when it is first asked for their changes. */
  static between(old: Version, now: Version, isPinned: (path: string) => boolean = () => false): Changes {
    return Changes.of(new Comparison(old, now, isPinned));
  }

  /** `cut` has the edits of files that were compared already. */
  static of({ groups, notes, paths }: Comparison, cut?: ReadonlyMap<EditedFile, CutFile>): Changes {
    return new Changes(notes, paths, () => {
      let first = 0;
      return groups.map((group) => {
        const part = partOf(group, first, cut);
        first += part.changes.length;
        return part;
      });
    });
  }

  get changes(): readonly Change[] {
    return this.#read().changes;
  }

  /** Whether it is known already what the changes are: to find out takes a while in large files. */
  get areKnown(): boolean {
    return this.#known !== undefined;
  }

  #read() {
    if (this.#known) return this.#known;
    const parts = this.#cut();
    this.#known = { parts, changes: parts.flatMap((part) => part.changes) };
    return this.#known;
  }

  get all(): DeltaSet {
    return DeltaSet.range(0, this.changes.length);
  }

  /** What is at the changed paths with these changes made. Items that are the same as last time are the same objects. */
  compose(set: DeltaSet): Placed[] {
    return this.#read().parts.flatMap(({ first, changes, place }) => {
      const own = set.intersect(DeltaSet.range(first, first + changes.length));
      return place(shifted(own, -first));
    });
  }

  /** The same difference with some files cut in other places: `cut` gives the edits of a text, or undefined. */
  recut(cut: (file: FileChanges) => TextEdits | undefined): Changes {
    const { parts } = this.#read();
    return new Changes(this.notes, this.paths, () => {
      let first = 0;
      return parts.map((part) => {
        const edits = cut(part);
        const next = edits ? editedPart(fileOf(part.changes[0]!), { edits }, first) : { ...part, first };
        first += next.changes.length;
        return next;
      });
    });
  }

  /** The changes of each file together. */
  files(): FileChanges[] {
    return this.#read().parts.map(({ first, changes, place, structure }) => ({
      first,
      changes,
      place: (set) => place(shifted(set, -first)),
      structure,
    }));
  }
}

function shifted(set: DeltaSet, by: number): DeltaSet {
  return by === 0 ? set : DeltaSet.from(Array.from(set.ranges(), ([start, end]) => [start + by, end + by]));
}

function fileOf({ oldPath, newPath, item }: Change): EditedFile {
  return { oldPath: oldPath!, newPath: newPath!, old: item!.old!, new: item!.new! };
}

function partOf(group: readonly Pending[], first: number, cut?: ReadonlyMap<EditedFile, CutFile>): Part {
  const [file] = group as [Pending];
  if (group.length > 1 || !isEdited(file)) return together(group, first);
  return editedPart(file, cut?.get(file) ?? { edits: changedPlaces(file.old.bytes(), file.new.bytes()) }, first);
}

/** A text file that both versions have: each edit, its mode and its name are separate changes. */
function editedPart(
  { oldPath, newPath, old, new: now }: EditedFile,
  { edits, structure }: CutFile,
  first: number,
): Part {
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
    structure,
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
