import { DeltaSet } from "../../../../core/delta-set.ts";
import { asking, bestOf } from "../../../../core/search.ts";
import { sequential } from "../../../../drive/sequential.ts";
import type { TrialResult } from "../../../../drive/walk.ts";
import { dd, type Pair } from "../../../../search/dd.ts";
import { syntaxOf } from "../../../../syntax/syntax-of.ts";
import { Parsed } from "../../../../world/syntax-edits/matching-children.ts";
import { treeEdits } from "../../../../world/syntax-edits/tree-edits.ts";
import type { TextEdits } from "../../../../world/text/edits.ts";
import type { Unit } from "../../../../world/text/pieces.ts";
import { isText, lineAt } from "../../../../world/text/text.ts";
import { editsBetween, refine } from "../../../../world/text/text-edits.ts";
import type { InputContent } from "../body-failure.ts";
import { languageOf } from "./simplify-input.ts";
import type { Trials } from "./trials.ts";
import { ValueDifference, type ValueEdit } from "./value/value-difference.ts";

/** Two inputs, one that fails and one that passes, and the edits that lead from one to the other. */
export interface IsolatedInput {
  readonly failing: unknown;
  readonly passing: unknown;
  readonly edits: readonly ValueEdit[];
  /** How many edits there were between the inputs given. */
  readonly total: number;
  readonly minimal: boolean;
}

/** Makes the difference between an input that passes and one that fails as small as possible. */
export async function isolateInput(
  { passing, failing }: { readonly passing: InputContent; readonly failing: InputContent },
  trials: Trials,
  language?: string,
): Promise<IsolatedInput> {
  if (failing.kind === "value" || passing.kind !== failing.kind)
    return isolateValue(passing.content, failing.content, trials);
  const asContent = (bytes: Uint8Array) => (failing.kind === "text" ? Buffer.from(bytes).toString() : bytes);
  const ends = [passing, failing].map(({ content }) => Buffer.from(content as string | Uint8Array));
  const [from, to] = ends as [Buffer, Buffer];
  let edits = await coarseEdits(from, to, language ?? languageOf(failing));
  const total = edits.edits.length;
  let minimal = true;
  for (const unit of [undefined, ...finerUnits(from, to)]) {
    if (unit) edits = refine(edits, unit);
    const found = await isolateSets(edits.all, (set) => asContent(edits.compose(set)), trials);
    edits = edits.between(found.passing, found.failing);
    minimal = found.minimal;
    if (!minimal) break;
  }
  const pair = { passing: asContent(edits.base), failing: asContent(edits.compose(edits.all)) };
  return { ...pair, edits: editsOf(edits, asContent), total, minimal };
}

async function coarseEdits(from: Buffer, to: Buffer, language: string): Promise<TextEdits> {
  if (!isText(from) || !isText(to)) return editsBetween(from, to, "bytes");
  if (language === "text") return editsBetween(from, to, "lines");
  const { parse } = await syntaxOf(language);
  return treeEdits(new Parsed(from, parse(from)), new Parsed(to, parse(to))) ?? editsBetween(from, to, "lines");
}

function finerUnits(from: Buffer, to: Buffer): Unit[] {
  return isText(from) && isText(to) ? ["tokens", "characters"] : [];
}

function editsOf({ base, edits }: TextEdits, asContent: (bytes: Uint8Array) => unknown): ValueEdit[] {
  return edits.map(({ start, end, text }) => ({
    path: isText(base) ? `line ${lineAt(base, start)}` : `byte ${start}`,
    passing: end > start ? { value: asContent(base.subarray(start, end)) } : undefined,
    failing: text.length > 0 ? { value: asContent(text) } : undefined,
  }));
}

async function isolateValue(passing: unknown, failing: unknown, trials: Trials): Promise<IsolatedInput> {
  const difference = new ValueDifference(passing, failing);
  const found = await isolateSets(difference.all, (set) => difference.compose(set), trials);
  const cause = found.failing.minus(found.passing);
  return {
    failing: difference.compose(found.failing),
    // Made of no edits, its properties might stand in another order than they were tested in.
    passing: found.passing.isEmpty ? passing : difference.compose(found.passing),
    edits: Array.from(cause, (n) => difference.edits[n]!),
    total: difference.edits.length,
    minimal: found.minimal,
  };
}

async function isolateSets(all: DeltaSet, compose: (set: DeltaSet) => unknown, trials: Trials) {
  const end = await sequential<DeltaSet, Pair, TrialResult>({
    search: dd(DeltaSet.empty, all),
    key: (set) => set.key,
    trial: async (set) => ({ outcome: await trials.outcomeOf(compose(set)) }),
    stop: trials.signal,
  });
  return { ...(bestOf(end) ?? { passing: DeltaSet.empty, failing: all }), minimal: !asking(end) };
}
