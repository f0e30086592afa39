import type { Repository } from "../git/repository.ts";
import type { GitBlob, TreeEntry } from "../git/write-tree.ts";
import type { TextEdit } from "../text/edits.ts";
import { changedPlaces } from "../text/text-edits.ts";
import { type Favour, type MergedTexts, mergeTexts } from "./merge-texts.ts";
import { relocate } from "./relocate-edit.ts";

/** What the base, our side and theirs have at a path, by stage: 1, 2, 3. */
type Stages = ReadonlyMap<string, GitBlob>;

/** What git could not merge. */
interface Conflicts {
  readonly conflicts: ReadonlyMap<string, Stages>;
  /** Where git put a file that has no place beside a folder, or a link, of the other side. */
  readonly aside: readonly string[];
}

/** From what `git merge-tree` prints behind the tree; `sides` are the commits that were merged. */
export function conflictsIn(lines: readonly string[], sides: readonly string[]): Conflicts {
  const conflicts = new Map<string, Map<string, GitBlob>>();
  const aside = new Set<string>();
  const putAside = new RegExp(`^(.*)~(?:${sides.join("|")})(?:_\\d+)?$`, "s");
  for (const line of lines) {
    const [, mode, id, stage, found] = /^(\d+) (\w+) ([123])\t(.*)$/s.exec(line) ?? [];
    if (found === undefined) continue;
    const path = putAside.exec(found)?.[1] ?? found;
    if (path !== found) aside.add(found);
    const stages = conflicts.get(path) ?? new Map<string, GitBlob>();
    conflicts.set(path, stages.set(stage!, { mode: mode!, id: id! }));
  }
  return { conflicts, aside: [...aside] };
}

export interface Settled {
  readonly entries: readonly TreeEntry[];
  /** Paths at which something is as the favoured side has it, and not as both want it. */
  readonly unsettled: readonly string[];
}

/** A text that both sides have changed; ours may have removed it. */
interface ConflictedText {
  readonly path: string;
  readonly base: Uint8Array;
  /** Undefined: ours has removed it. */
  readonly merged: MergedTexts | undefined;
  /** Changes of theirs that have no place where they were. */
  readonly lost: readonly TextEdit[];
}

/**
 * Settles what git could not merge: texts line by line and word by word; and what their side changes in lines that ours
 * has elsewhere, in the same file or in another one, is changed there. Else the favoured side is right.
 */
export function settleConflicts(
  repository: Repository,
  trees: { readonly base: string; readonly ours: string },
  conflicts: ReadonlyMap<string, Stages>,
  favour: Favour,
): Settled {
  const torn = [...conflicts].flatMap(([path, stages]) => conflictedTextAt(repository, path, stages) ?? []);
  const mayHaveMoved = torn.some(({ lost }) => lost.length > 0);
  const others = mayHaveMoved ? changedTexts(repository, trees, conflicts) : [];
  const { ours, texts, settled } = settleTexts(torn, others, favour);
  const isText = (path: string) => torn.some((each) => each.path === path && (each.merged || settled.has(path)));
  const blobOf = (path: string, mode: string) => ({ mode, id: writeBlob(repository, texts.get(path)!) });
  const own = [...conflicts].map(([path, stages]) => {
    if (!isText(path)) return { path, blob: stages.get(favour === "ours" ? "2" : "3") };
    return { path, blob: texts.has(path) ? blobOf(path, modeOf(stages, favour)) : undefined };
  });
  const elsewhere = others
    .filter(({ path }) => texts.get(path) !== ours.get(path))
    .map(({ path, mode }) => ({ path, blob: blobOf(path, mode) }));
  return { entries: [...own, ...elsewhere], unsettled: [...conflicts.keys()].filter((path) => !settled.has(path)) };
}

type Texts = ReadonlyMap<string, Uint8Array>;

/** What comes of texts, by path. */
interface SettledTexts {
  /** With nothing of theirs that has no place. */
  readonly ours: Texts;
  readonly texts: Texts;
  /** Where all that both sides want is done. */
  readonly settled: ReadonlySet<string>;
}

/** Which changes of theirs have a place elsewhere is found out first: the favoured side settles only the rest. */
function settleTexts(torn: readonly ConflictedText[], others: readonly Changed[], favour: Favour): SettledTexts {
  const was = [...torn.map(({ base }) => base), ...others.flatMap(({ old }) => old ?? [])];
  const ours = new Map(others.flatMap(({ path, now }) => (now ? [[path, now] as const] : [])));
  for (const { path, merged } of torn) if (merged) ours.set(path, merged.text("ours"));
  const left = new Map(
    torn.map((each) => [each, each.lost.filter((edit) => !relocate({ base: each.base, edit }, ours, was))]),
  );
  const isSettled = (each: ConflictedText) => left.get(each)!.length === 0 && !each.merged?.conflict;
  const texts = new Map(ours);
  for (const each of torn)
    if (each.merged && !isSettled(each)) texts.set(each.path, each.merged.text(favour, left.get(each)!));
  for (const each of torn) {
    for (const edit of each.lost.filter((one) => !left.get(each)!.includes(one))) {
      const moved = relocate({ base: each.base, edit }, texts, was);
      if (moved) texts.set(moved.key, moved.text);
    }
  }
  return { ours, texts, settled: new Set(torn.filter(isSettled).map(({ path }) => path)) };
}

/** A mode that only one side changed is that side's. */
function modeOf(stages: Stages, favour: Favour): string {
  const [base, ours, theirs] = ["1", "2", "3"].map((stage) => stages.get(stage)?.mode);
  const favoured = (favour === "ours" ? ours : theirs)!;
  return favoured === base ? ([ours, theirs].find((mode) => mode !== base) ?? favoured) : favoured;
}

/** Undefined if any side is not text. */
function conflictedTextAt(repository: Repository, path: string, stages: Stages): ConflictedText | undefined {
  const [base, ours, theirs] = ["1", "2", "3"].map((stage) => textOf(repository, stages.get(stage)));
  if (!base || !theirs || (stages.has("2") && !ours)) return undefined;
  if (!ours) return { path, base, merged: undefined, lost: changedPlaces(base, theirs).edits };
  const merged = mergeTexts({ base, ours, theirs });
  return { path, base: merged.base, merged, lost: merged.lost };
}

function textOf(repository: Repository, blob: GitBlob | undefined): Uint8Array | undefined {
  const bytes = blob && isFile(blob) ? repository.bytes(["cat-file", "blob", blob.id]) : undefined;
  return bytes?.includes(0) ? undefined : bytes;
}

function writeBlob(repository: Repository, text: Uint8Array): string {
  return repository.text(["hash-object", "-w", "--stdin", "--no-filters"], { input: text });
}

/** Maximum number of changed files searched for lines that have moved. */
const maxFiles = 100;

/** A path at which ours differs from the base, with its text in both. */
interface Changed {
  readonly path: string;
  readonly mode: string;
  readonly old: Uint8Array | undefined;
  readonly now: Uint8Array | undefined;
}

/** What is gone from one file may be in another one. */
function changedTexts(
  repository: Repository,
  { base, ours }: { readonly base: string; readonly ours: string },
  known: ReadonlyMap<string, unknown>,
): Changed[] {
  const fields = repository.fields(["diff-tree", "-r", "-z", "--no-renames", base, ours]);
  const changed = fields.flatMap((field, i) => {
    const [, oldMode, mode, old, now] = /^:(\d+) (\d+) (\w+) (\w+) [AMD]/.exec(field) ?? [];
    const path = fields[i + 1];
    if (mode === undefined || path === undefined || known.has(path)) return [];
    return [{ path, mode, old: { mode: oldMode!, id: old! }, now: { mode, id: now! } }];
  });
  const chosen = changed.slice(0, maxFiles);
  const ids = chosen.flatMap(({ old, now }) => [old, now].filter(isFile).map(({ id }) => id));
  const texts = new Map(repository.blobs(ids).map((bytes, i) => [ids[i]!, bytes]));
  const textIn = (blob: GitBlob) => (isFile(blob) && !texts.get(blob.id)!.includes(0) ? texts.get(blob.id) : undefined);
  return chosen.map(({ path, mode, old, now }) => ({ path, mode, old: textIn(old), now: textIn(now) }));
}

function isFile({ mode }: GitBlob): boolean {
  return mode.startsWith("100");
}
