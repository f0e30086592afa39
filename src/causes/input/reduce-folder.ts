import { toFixedPoint } from "../../passes/fixed-point.ts";
import { FolderDraft } from "../../passes/folder-draft.ts";
import { type PassesOf, passesForFolder } from "../../passes/folder-passes.ts";
import { proofOf } from "../../passes/pass.ts";
import type { Folder } from "../../world/files/folder.ts";
import { Pieces } from "../../world/text/pieces.ts";
import { inputWorld } from "./input-world.ts";
import type { Narrowed, Narrowing, NarrowingEnd } from "./narrowing.ts";
import { runReduction } from "./reduction.ts";

/** Makes a folder smaller: fewer files, and less in each. */
export async function reduceFolder(
  { run, setting, onBest }: Pick<Narrowing, "run" | "setting" | "onBest">,
  folder: Folder,
  passesOf: PassesOf,
): Promise<NarrowingEnd> {
  const start = FolderDraft.of(folder);
  const unit = folderUnit(folder, passesOf);
  const { cause, complete } = await runReduction(run, {
    start,
    search: toFixedPoint(start, passesForFolder(start, passesOf)),
    world: (draft) => inputWorld(setting, draft.folder),
    total: start.size,
    narrowed: (draft) => narrowedFolder(draft, folder, unit),
    onBest,
    text: ({ folder }) => folderText(folder),
  });
  return { causes: [cause], complete, minimal: complete, searches: [] };
}

/** All files in one text, each under its path, for people who look at a step. */
function folderText({ entries }: Folder): Uint8Array {
  return Buffer.concat(entries.flatMap(({ path, bytes }) => [Buffer.from(`==> ${path}\n`), bytes, Buffer.from("\n")]));
}

type FolderUnit = "characters" | "bytes" | "files";

/** What a folder is minimal in: the pieces of its files, if that is proved for each of them; otherwise whole files. */
function folderUnit({ entries }: Folder, passesOf: PassesOf): FolderUnit {
  const proofs = entries.flatMap((entry) => (entry.kind === "file" ? [proofOf(passesOf(entry))] : []));
  if (proofs.some((proof) => proof !== "characters" && proof !== "bytes")) return "files";
  return proofs.includes("bytes") ? "bytes" : "characters";
}

function narrowedFolder({ parts, folder }: FolderDraft, original: Folder, unit: FolderUnit): Narrowed {
  const count = (texts: readonly Uint8Array[]) =>
    unit === "files" ? texts.length : texts.reduce((sum, text) => sum + new Pieces(text, unit).count, 0);
  return {
    failing: folder,
    remainingFiles: () =>
      parts.map(({ entry, draft }) => ({
        path: entry.path,
        original: entry.bytes,
        text: draft.bytes,
        sources: draft.sources(),
      })),
    unit,
    deltas: {
      total: count(original.entries.map(({ bytes }) => bytes)),
      cause: count(parts.map(({ draft }) => draft.bytes)),
    },
  };
}
