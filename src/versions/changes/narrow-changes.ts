import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import { andThen, done, type Hinted, type HintedSearch } from "../../core/search.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import { runStage, stageOf, testedSets } from "../../run/stage/stage.ts";
import { oneMinimal } from "../../search/ddmin.ts";
import { type Explanation, unhinted } from "../../search/explain.ts";
import { givingUp, type Reached } from "../../search/giving-up.ts";
import { placeOfChange } from "../../world/changes/change-entry.ts";
import { finerChanges } from "../../world/changes/finer-changes.ts";
import { type Level, levels } from "../../world/changes/finer-edits.ts";
import type { Changes } from "../../world/changes/version-diff.ts";
import { countLines } from "../../world/text/text.ts";
import type { Version } from "../../world/tree/version.ts";
import type { VersionsContext } from "../context.ts";
import { type ChangeCandidates, changeCandidates } from "./change-candidates.ts";
import { changeDetails } from "./change-details.ts";
import { changeSearch, hintedAnswer, sizesOf } from "./explain-changes.ts";
import { type IsolationContext, tryTakenBack } from "./taken-back.ts";

/** A cause among changes, as small as it is known. */
export interface NarrowedChanges {
  readonly changes: Changes;
  readonly found: Explanation;
  /** What the changes are that were searched last, and how many. */
  readonly by: "changes" | Level;
  readonly total: number;
  /** Every search came to its end; otherwise the run was stopped. */
  readonly complete: boolean;
  /** None of what was found can be left out, by what was tested. */
  readonly proved: boolean;
  /** Why it is not narrowed further, for people. */
  readonly note?: string;
  readonly searches: readonly SearchTaken[];
}

/** Receives each better result as soon as it is known. */
export type OnNarrowed = (candidates: ChangeCandidates, failing: DeltaSet) => void;

/**
 * Cuts the changes found again, level by level, and searches among the parts for those that the failure needs. A level
 * that cannot be judged leaves the cause as it was.
 */
export async function narrowChanges(
  context: IsolationContext,
  passing: Version,
  { start, onBest }: { readonly start: NarrowedChanges; readonly onBest: OnNarrowed },
): Promise<NarrowedChanges> {
  let narrowed = start;
  for (const level of levels) {
    const { failing, causes } = narrowed.found;
    const needed = causes.isEmpty ? failing : causes;
    const finer = await finerChanges(
      narrowed.changes,
      { all: failing, cut: level === "statements" ? failing : needed },
      level,
    );
    if (!finer) continue;
    const candidates = changeCandidates(context, passing, finer.changes);
    const end = await searchLevel(context, { level, candidates, set: finer.set, onBest });
    const searches = [...narrowed.searches, ...end.searches];
    const isBetter = end.proved || 2 * end.found.failing.size <= finer.set.size;
    if (isBetter && end.complete && (await explainsLess(context, passing, { part: end, whole: narrowed })))
      return { ...narrowed, searches };
    narrowed = isBetter || !end.complete ? { ...end, searches } : { ...narrowed, searches };
    if (!end.complete) break;
  }
  return narrowed;
}

/**
 * Whether a part that makes the passing version fail is not why the failing one does, but the whole is: the failing version
 * passes with the whole taken back, and still fails with only the part taken back. If the part is the removal of something
 * that the whole replaces, it is half of a change, so it has to be shown that the failing version passes without it.
 */
async function explainsLess(
  context: IsolationContext,
  passing: Version,
  { part, whole }: { readonly part: NarrowedChanges; readonly whole: NarrowedChanges },
): Promise<boolean> {
  const takenBack = ({ changes, found }: NarrowedChanges) =>
    tryTakenBack(context, changeCandidates(context, passing, changes), changes.all.minus(found.failing));
  const isHalf = onlyRemoves(part) && !onlyRemoves(whole);
  try {
    const without = await takenBack(part);
    return without === "fail" ? (await takenBack(whole)) === "pass" : isHalf && without !== "pass";
  } catch (error) {
    if (!context.run.stopped.aborted) throw error;
    return false;
  }
}

function onlyRemoves({ changes, found }: NarrowedChanges): boolean {
  return [...found.failing].every((i) => Buffer.from(changes.changes[i]!.new).toString("latin1").trim() === "");
}

/** How many of the changes found are of several lines, although lines or parts of them were searched last. */
export function uncutChanges({ changes, found, by }: NarrowedChanges): number {
  if (by === "changes" || by === "statements") return 0;
  const isLong = (i: number) => [changes.changes[i]!.old, changes.changes[i]!.new].some((text) => countLines(text) > 1);
  return [...found.failing].filter(isLong).length;
}

interface LevelSearch {
  readonly level: Level;
  readonly candidates: ChangeCandidates;
  readonly set: DeltaSet;
  readonly onBest: OnNarrowed;
}

async function searchLevel(
  { run }: VersionsContext,
  { level, candidates, set, onBest }: LevelSearch,
): Promise<NarrowedChanges> {
  const { changes, world } = candidates;
  const inner = await changeSearch(changes, level, { failing: set, maxParsed });
  const search = levelSearch(inner.search);
  const [total, whole] = [set.size, { failing: set, causes: set, suspects: set }];
  const stage = stageOf<Reached<Explanation>, Outcome | Hinted>({
    name: level,
    searchName: "explain",
    search,
    answer: hintedAnswer(inner),
    total,
    world: (each) => inner.withHints(world(each)),
    start: { failing: total, passing: 0 },
    sizes: ({ found = whole }) => sizesOf(found),
    left: ({ found = whole }) => found.failing.size,
    logging: { labels: () => changes.changes.map(placeOfChange), details: () => changeDetails(changes, set) },
  });
  const end = await runStage(run, stage, { onBest: ({ found }) => found && onBest(candidates, found.failing) });
  const found = end.result?.found ?? whole;
  const taken = { tested: () => testedSets(search, end), found: { failing: found.failing } };
  const proved = end.complete && end.result!.complete;
  return { changes, found, by: level, total, complete: end.complete, proved, searches: [taken] };
}

/** Bytes that a level may parse: some seconds' work. */
const maxParsed = 40_000_000;

/** Unresolved outcomes in a row after which a level is given up. */
const maxUnresolved = 16;

/** Up to this number, each is left out once more: candidates that do not parse are skipped at first, but not for good. */
const maxOneByOne = 8;

function levelSearch(explain: HintedSearch<Explanation>): HintedSearch<Reached<Explanation>> {
  return andThen(givingUp(explain, maxUnresolved), (reached) => {
    const { found } = reached;
    if (!found || found.failing.size > maxOneByOne) return done(reached);
    const proof = unhinted(oneMinimal(found.failing));
    const proved = (failing: DeltaSet, complete: boolean): Reached<Explanation> => ({
      found: { failing, causes: found.causes.intersect(failing), suspects: DeltaSet.empty },
      complete,
    });
    return andThen(
      proof,
      (failing) => done(proved(failing, true)),
      (failing) => proved(failing, false),
    );
  });
}
