import type { StageSummary, StepRow } from "../../core/finding.ts";
import type { Search } from "../../core/search.ts";
import { Draft, type Origin } from "../../passes/draft.ts";
import { toFixedPoint } from "../../passes/fixed-point.ts";
import { FolderDraft } from "../../passes/folder-draft.ts";
import { type PassesOf, passesForFolder } from "../../passes/folder-passes.ts";
import { type Pass, type Proof, proofOf } from "../../passes/pass.ts";
import type { Run } from "../../run/run.ts";
import { runStage, type Stage } from "../../run/stage.ts";
import type { ByteRange } from "../../syntax/ranges.ts";
import type { Folder } from "../../world/files/folder.ts";
import { Pieces } from "../../world/text/pieces.ts";
import { isText } from "../../world/text/text.ts";
import { bytesOf } from "./content.ts";
import { inputWorld } from "./input-world.ts";
import type { Narrowed, Narrowing, NarrowingEnd, OnBest } from "./narrowing.ts";

interface ReductionEnd {
  readonly cause: Narrowed;
  readonly complete: boolean;
}

/** Makes a failing text smaller by passes, until none of them finds anything more. */
export async function reduce(
  { run, setting, failing, onBest }: Narrowing,
  cause: Narrowed,
  passes: readonly Pass[],
  first: boolean,
): Promise<ReductionEnd & Pick<NarrowingEnd, "minimal">> {
  const draft = Draft.of(bytesOf(cause.failing), cause.sources!());
  const proof = proofOf(passes);
  const unit = unitOf(failing, proof);
  const original = Draft.of(failing);
  const total = countOf(original, original, unit, passes);
  const stage = {
    ...stageOfDrafts(draft, toFixedPoint(draft, passes), failing.length),
    world: (draft: Draft) => inputWorld(setting, draft.bytes),
  };
  const end = await runReduction(run, stage, draft, first ? onBest : () => {}, (draft) =>
    narrowedTo(draft, unit, { total, cause: countOf(original, draft, unit, passes) }),
  );
  return { ...end, minimal: end.complete && proof !== undefined };
}

/** Makes a folder smaller: fewer files, and less in each. */
export async function reduceWholeFolder(
  { run, setting, onBest }: Pick<Narrowing, "run" | "setting" | "onBest">,
  folder: Folder,
  passesOf: PassesOf,
): Promise<NarrowingEnd> {
  const draft = FolderDraft.of(folder);
  const stage = {
    ...stageOfDrafts(draft, toFixedPoint(draft, passesForFolder(draft, passesOf)), draft.size),
    world: (draft: FolderDraft) => inputWorld(setting, draft.folder),
  };
  const unit = folderUnit(folder, passesOf);
  const { cause, ...end } = await runReduction(run, stage, draft, onBest, (draft) =>
    narrowedFolder(draft, folder, unit),
  );
  return { ...end, minimal: end.complete, causes: [cause], searches: [] };
}

/** What drafts of texts and of folders have in common. */
interface AnyDraft {
  readonly key: string;
  readonly origin: Origin;
  readonly size: number;
}

function stageOfDrafts<D extends AnyDraft>(start: D, search: Search<D, D>, total: number) {
  return {
    search,
    key: ({ key }: D) => key,
    shown: ({ origin, size }: D) => ({ stage: origin.pass, set: origin.left, size }),
    total,
    unit: "bytes",
    sizes: ({ size }: D) => ({ failing: size }),
    start: { failing: start.size },
  };
}

async function runReduction<D extends AnyDraft>(
  run: Run,
  stage: Stage<D, D>,
  start: D,
  onBest: OnBest,
  narrowed: (draft: D) => Narrowed,
): Promise<ReductionEnd> {
  const before = run.steps.length;
  const end = await runStage(run, stage, { onBest: (best) => onBest(narrowed(best)) });
  run.stages.push(...summaries(run.steps.slice(before), start.size));
  return { cause: narrowed(end.result ?? start), complete: end.complete };
}

/** What a folder is minimal in: the pieces of its files, if each of them is; otherwise its files as such. */
function folderUnit({ entries }: Folder, passesOf: PassesOf): "characters" | "bytes" | "files" {
  const proofs = entries.flatMap((entry) => (entry.kind === "file" ? [proofOf(passesOf(entry))] : []));
  if (proofs.some((proof) => proof !== "characters" && proof !== "bytes")) return "files";
  return proofs.includes("bytes") ? "bytes" : "characters";
}

function narrowedFolder(draft: FolderDraft, original: Folder, unit: ReturnType<typeof folderUnit>): Narrowed {
  const count = (texts: readonly Uint8Array[]) =>
    unit === "files" ? texts.length : texts.reduce((sum, text) => sum + new Pieces(text, unit).count, 0);
  const { parts, folder } = draft;
  return {
    failing: folder,
    parts: () =>
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

/** What to count the pieces of a text in: what its result is minimal in, if anything. */
function unitOf(failing: Uint8Array, proof: Proof | undefined): TextUnit {
  if (proof !== undefined && proof !== "files") return proof;
  return isText(failing) ? "characters" : "bytes";
}

type TextUnit = Exclude<Proof, "files">;

function countOf(original: Draft, draft: Draft, unit: TextUnit, passes: readonly Pass[]): number {
  if (unit !== "parts") return new Pieces(draft.bytes, unit).count;
  const { parts } = passes.find(({ proves }) => proves === "parts")!;
  return parts!(original).filter(stillIn(draft)).length;
}

/** Whether something is left of a stretch of the original. */
function stillIn(draft: Draft): (stretch: ByteRange) => boolean {
  const sources = draft.sources();
  return ([start, end]) => sources.some(({ from, old }) => from < end && start < from + old);
}

function narrowedTo(draft: Draft, unit: TextUnit, deltas: Narrowed["deltas"]): Narrowed {
  return { failing: draft.bytes, sources: () => draft.sources(), unit, deltas };
}

/** One summary for each time that a pass ran. */
function summaries(rows: readonly StepRow[], size: number): StageSummary[] {
  const stages: StageSummary[] = [];
  for (const { stage, failing } of rows) {
    const last = stages.at(-1);
    const goesOn = last?.name === stage;
    const total = goesOn ? last.deltas.total : (last?.deltas.cause ?? size);
    const summary = {
      name: stage,
      search: "auto",
      deltas: { total, cause: failing },
      needed: 1 + (goesOn ? last.needed : 0),
    };
    if (goesOn) stages.pop();
    stages.push(summary);
  }
  return stages;
}
