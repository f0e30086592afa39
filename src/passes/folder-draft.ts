import { DeltaSet } from "../core/delta-set.ts";
import type { Folder, FolderEntry } from "../world/files/folder.ts";
import { folderHash } from "../world/files/folder.ts";
import { Draft, type Origin } from "./draft.ts";

interface Part {
  readonly entry: FolderEntry;
  readonly draft: Draft;
}

/** A folder on its way to a smaller one: some of its entries are gone, others are drafts of what they were. */
export class FolderDraft {
  readonly key: string;
  readonly origin: Origin;
  readonly parts: readonly Part[];
  readonly #modes: ReadonlyMap<string, number>;
  #content: string | undefined;
  #entries: ReadonlySet<FolderEntry> | undefined;

  private constructor(key: string, origin: Origin, parts: readonly Part[], modes: ReadonlyMap<string, number>) {
    this.key = key;
    this.origin = origin;
    this.parts = parts;
    this.#modes = modes;
  }

  static of({ entries, modes }: Folder): FolderDraft {
    const parts = entries.map((entry) => ({ entry, draft: Draft.of(entry.bytes) }));
    return new FolderDraft("", { pass: "", left: "" }, parts, modes);
  }

  /** With only these of its entries. */
  keeping(kept: DeltaSet, left: string): FolderDraft {
    const key = `${this.content} files ${kept.key}`;
    const parts = Array.from(kept, (n) => this.parts[n]!);
    return new FolderDraft(key, { pass: "files", left }, parts, this.#modes);
  }

  /** With another draft of one of its files. */
  with(n: number, draft: Draft): FolderDraft {
    const { entry } = this.parts[n]!;
    const origin = { ...draft.origin, left: `${entry.path} ${draft.origin.left}` };
    const parts = this.parts.map((part, i) => (i === n ? { entry, draft } : part));
    return new FolderDraft(`${this.content} ${n} ${draft.key}`, origin, parts, this.#modes);
  }

  /** Bytes, and one for each entry, since a file less is a gain too. */
  get size(): number {
    return this.parts.reduce((sum, { draft }) => sum + draft.size + 1, 0);
  }

  get content(): string {
    this.#content ??= folderHash(
      this.parts.map(({ entry }) => entry),
      this.parts.map(({ draft }) => draft.content),
    );
    return this.#content;
  }

  get folder(): Folder {
    return { entries: this.parts.map(({ entry, draft }) => ({ ...entry, bytes: draft.bytes })), modes: this.#modes };
  }

  has(entry: FolderEntry): boolean {
    this.#entries ??= new Set(this.parts.map(({ entry }) => entry));
    return this.#entries.has(entry);
  }

  get all(): DeltaSet {
    return DeltaSet.range(0, this.parts.length);
  }
}
