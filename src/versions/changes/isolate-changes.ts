import { DeltaSet } from "../../core/delta-set.ts";
import { brokenAssumptionsOf, verdictOf } from "../../run/conclusion.ts";
import { Throttle } from "../../run/throttle.ts";
import { changesBetween } from "../../world/changes/diff-versions.ts";
import type { VersionEnds, VersionsContext } from "../context.ts";
import type { VersionPair } from "../worlds/version-pair.ts";
import type { CommitRange } from "./blame.ts";
import { type ChangeCandidates, changeCandidates } from "./change-candidates.ts";
import type { ChangesConclusion } from "./changes-conclusion.ts";
import { type ExplainedChanges, explainChanges } from "./explain-changes.ts";
import { confirmPatches, findFix, tryFixOnNewest } from "./fix.ts";
import { writePatches } from "./patch-files.ts";

/** Milliseconds between two saves of the best patch so far: git takes a while to make one. */
const saveInterval = 2000;

/** Isolates the changes between two versions that the failure needs, and writes them as a patch, with one that fixes it. */
export async function isolateChanges(context: VersionsContext, between: VersionEnds): Promise<ChangesConclusion> {
  const { run, pair } = context;
  const changes = await changesBetween(between.passing, between.failing, pair.isPinned);
  const candidates = changeCandidates(context, between.passing, changes);
  const saved = new Throttle<DeltaSet>(saveInterval, (best) =>
    saveIfPossible(context, () => candidates.patch(DeltaSet.empty, best)),
  );
  const found = await explainChanges(run, candidates, (best) => saved.offer(best.failing));
  saved.cancel();
  const place = { changes, between, range: rangeOf(pair, between) };
  const conclusion = await (found.complete ? concludeFound : concludeStopped)(context, { candidates, between, found });
  return { ...place, ...conclusion };
}

/** What cannot be written now, for example because the disk is full, may be written at the end. */
function saveIfPossible({ run, request }: VersionsContext, patch: () => Uint8Array): void {
  try {
    writePatches(run, request, { cause: patch() });
  } catch {}
}

/** Undefined if the failing version is a folder that the repository knows nothing about. */
function rangeOf({ repository }: VersionPair, { passing, failing }: VersionEnds): CommitRange | undefined {
  if (!repository || !(failing.commit || failing.root === repository.root)) return undefined;
  return { repository, old: passing.commit, now: failing.commit };
}

interface Isolated {
  readonly candidates: ChangeCandidates;
  readonly between: VersionEnds;
  readonly found: ExplainedChanges;
}

type IsolatedConclusion = Omit<ChangesConclusion, "changes">;

async function concludeStopped(context: VersionsContext, { candidates, found }: Isolated): Promise<IsolatedConclusion> {
  const { run, request } = context;
  return {
    verdict: verdictOf(run, false),
    found: { ...found, failing: found.left },
    paths: writePatches(run, request, { cause: candidates.patch(DeltaSet.empty, found.failing) }),
    assumptions: brokenAssumptionsOf(run, searchesOf(context, found)),
    minimal: false,
  };
}

async function concludeFound(
  context: VersionsContext,
  { candidates, between, found }: Isolated,
): Promise<IsolatedConclusion> {
  const { run, request, pair } = context;
  const { all } = candidates.changes;
  const cause = candidates.patch(DeltaSet.empty, found.failing);
  const reverted = await findFix(run, candidates, found.failing);
  const fix = reverted && candidates.patch(all, all.minus(reverted));
  const paths = writePatches(run, request, { cause, ...(fix ? { fix } : {}) });
  const inconsistent = await confirmPatches(context, candidates, { cause, fix });
  const isNewest = between.failing === pair.new && !context.newest;
  const tried = fix && !isNewest && !run.stopped.aborted ? await tryFixOnNewest(context, fix) : undefined;
  return {
    verdict: "found",
    found,
    paths,
    ...(tried ? { notes: [tried.note], fixesNewest: tried.passes } : {}),
    assumptions: [...inconsistent, ...brokenAssumptionsOf(run, searchesOf(context, found))],
    minimal: inconsistent.length === 0,
  };
}

function searchesOf({ earlier = [] }: VersionsContext, { taken }: ExplainedChanges) {
  return [...earlier, taken];
}
