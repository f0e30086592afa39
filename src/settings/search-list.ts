import { DeltaSet } from "../core/delta-set.ts";
import type { CauseEntry } from "../core/finding.ts";
import { pairClaims } from "../run/confirm.ts";
import { lastOutput, placeHint } from "../run/ends/end-messages.ts";
import { type InvestigationEnd, investigate, type SearchEnd } from "../run/investigate.ts";
import type { EndsEvent } from "../run/record/events.ts";
import { runStage, stageOf, testedSets } from "../run/stage/stage.ts";
import { Throttle } from "../run/stage/throttle.ts";
import { testIdentity } from "../run/test-identity.ts";
import type { FoundSets } from "../search/assumptions.ts";
import { describedSearch } from "../search/described.ts";
import { causeIn, searchNameFor, setSizes } from "../search/goal.ts";
import type { ListSearch, SettingsList } from "./list.ts";
import { writeResults } from "./result-files.ts";

/** How often the best result so far is written to disk, in milliseconds. */
const saveInterval = 500;

/** The causes, in the order found; no result where there was nothing to search. */
export type ListConclusion = InvestigationEnd<readonly FoundSets[]>;

/** Runs the ends, searches the list in one stage, and confirms what was found. */
export function searchList(search: ListSearch): Promise<ListConclusion> {
  const { run, request, list } = search;
  return investigate(run, {
    ends: {
      failing: { world: list.world(DeltaSet.range(0, list.total)), name: list.names.failing },
      other: { world: list.world(DeltaSet.empty), name: list.names.other },
    },
    needsPassing: request.goal === "isolate" ? list.advice : undefined,
    testIdentity: () => testIdentity([...request.test, ...list.words], request.cwd),
    concludeEarly: (ends) =>
      request.goal === "simplify" && ends.other.outcome === "fail" ? needsNothing(search, ends) : undefined,
    search: () => runListStage(search),
    claims: ([first]) => pairClaims(first!, list.world),
  });
}

function needsNothing(search: ListSearch, { other }: EndsEvent): ListConclusion {
  const { run, list } = search;
  const nothing = { failing: DeltaSet.empty };
  writeResults(search, nothing);
  const evidence = lastOutput(run.record.kept("other.txt") ?? "");
  const reason = `Your test also fails on ${list.names.other} (${other.ended}), so none of the ${list.unit} is needed.${evidence}${placeHint(run)}`;
  return { verdict: "found", reason, result: [nothing], minimal: true, assumptions: [] };
}

async function runListStage(listSearch: ListSearch): Promise<SearchEnd<readonly FoundSets[]>> {
  const { run, request, list } = listSearch;
  const { goal, search: name } = request;
  const all = DeltaSet.range(0, list.total);
  const whole: FoundSets = goal === "simplify" ? { failing: all } : { failing: all, passing: DeltaSet.empty };
  const described = { goal, name, causes: request.causes, total: list.total };
  const search = describedSearch(described);
  const stage = stageOf({
    name: list.unit,
    search,
    total: list.total,
    world: list.world,
    start: setSizes(whole),
    sizes: (found: readonly FoundSets[]) => setSizes(found.at(-1)!),
    logging: { search: described, labels: () => labelsOf(list) },
  });
  const saved = new Throttle<FoundSets>(saveInterval, (best) => saveIfPossible(listSearch, best));
  const end = await runStage(run, stage, { onBest: ([best]) => saved.offer(best!) });
  saved.cancel();
  const found = end.result ?? [whole];
  const first = found[0]!;
  writeResults(listSearch, first);
  const deltas = { total: list.total, cause: causeIn(first).size };
  run.stages.push({ name: list.unit, search: searchNameFor(goal, name), deltas, needed: end.needed });
  return {
    result: found,
    complete: end.complete,
    searches: [{ tested: () => testedSets(search, end), found: first }],
  };
}

/** The values of variables may be secret, so their names have to do. */
function labelsOf({ total, entry }: SettingsList): string[] {
  const labelOf = ({ variable, text = "" }: CauseEntry) => variable ?? text;
  return Array.from({ length: total }, (_, i) => labelOf(entry(i)));
}

/** A result that cannot be written now, as on a full disk, may be written at the end. */
function saveIfPossible(search: ListSearch, best: FoundSets): void {
  try {
    writeResults(search, best);
  } catch {}
}
