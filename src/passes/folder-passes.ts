import type { DeltaSet } from "../core/delta-set.ts";
import type { DeltaSearch, Search } from "../core/search.ts";
import { roughly } from "../search/auto.ts";
import { oneMinimal } from "../search/ddmin.ts";
import type { FolderEntry } from "../world/files/folder.ts";
import type { Draft } from "./draft.ts";
import type { FolderDraft } from "./folder-draft.ts";
import type { Names } from "./outline.ts";
import { overDrafts } from "./over-drafts.ts";
import type { Pass } from "./pass.ts";
import { relatedByNames } from "./related.ts";

/** What can be done to a file. */
export type PassesOf = (entry: FolderEntry) => readonly Pass[];

/**
 * What can be done to a folder: leave out files, and for each file what can be done to it. The coarse passes come to all
 * files before the finer ones come to any.
 */
export function passesForFolder(folder: FolderDraft, passesOf: PassesOf): Pass<FolderDraft>[] {
  const files = folder.parts.filter(({ entry }) => entry.kind === "file").sort((a, b) => b.draft.size - a.draft.size);
  const passes = files.map(({ entry }) => passesOf(entry).map((pass) => inFolder(entry, pass)));
  const most = Math.max(0, ...passes.map(({ length }) => length));
  const inTurn = Array.from({ length: most }, (_, i) => passes.flatMap((each) => each[i] ?? []));
  return [leavingOutFiles, eachFile, ...inTurn.flat()];
}

const leavingOutFiles: Pass<FolderDraft> = {
  name: "files",
  about: "leaves out files of a folder",
  begin: (folder) => {
    const related = relatedByNames(
      folder.parts.map((part) => () => namesIn(part.entry.path, part.draft)),
      "nothing",
    );
    return leaveOutFiles(folder, (all) => roughly(all, related));
  },
};

/** Leaves out each single file: the proof that each is needed. */
const eachFile: Pass<FolderDraft> = {
  name: "files",
  about: "leaves out single files of a folder",
  fine: true,
  proves: "files",
  begin: (folder) => leaveOutFiles(folder, oneMinimal),
};

function leaveOutFiles(
  folder: FolderDraft,
  search: (all: DeltaSet) => DeltaSearch,
): Search<FolderDraft, FolderDraft> | undefined {
  const { all } = folder;
  if (all.size < 2) return undefined;
  return overDrafts(search(all), (kept) => (kept.equals(all) ? folder : folder.keeping(kept, kept.toString(8))));
}

/** A file is known by its name, and it probably needs the files that it names. */
function namesIn(path: string, draft: Draft): Names {
  const name = path.split("/").at(-1)!;
  const text = Buffer.from(draft.bytes.subarray(0, 1_000_000)).toString("latin1");
  return { declared: new Set([name, name.replace(/\.[^.]*$/, "")]), used: new Set(text.match(/[\w.-]+/g)) };
}

/** A pass over one file, as one over the folder that holds it. */
function inFolder(entry: FolderEntry, pass: Pass): Pass<FolderDraft> {
  const { name, about, fine } = pass;
  return {
    name,
    about,
    ...(fine ? { fine } : {}),
    isMoot: (folder) => !folder.has(entry),
    begin: (folder) => {
      const n = folder.parts.findIndex((part) => part.entry === entry);
      const draft = folder.parts[n]?.draft;
      const search = draft && draft.size > 0 ? pass.begin(draft) : undefined;
      return search && overDrafts(search, (changed) => (changed === draft ? folder : folder.with(n, changed)));
    },
  };
}
