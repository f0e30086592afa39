import { readFileSync } from "node:fs";
import { DeltaSet } from "../../core/delta-set.ts";
import { brokenAssumptionsOf, type Claim, confirm, verdictOf } from "../../run/conclude.ts";
import { inSandbox, said, settleEnds } from "../../run/ends.ts";
import type { EndsEvent } from "../../run/events.ts";
import { cautionFor, requirePassing } from "../../run/passing-end.ts";
import { isRefusal, reproduce } from "../../run/reproduce.ts";
import { runStage, stageOf, testedSets } from "../../run/stage.ts";
import { Throttle } from "../../run/throttle.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import { causes } from "../../search/causes.ts";
import { causeIn, searchFor, searchNameFor, setSizes } from "../../search/goal.ts";
import { filesNamed } from "../../trial/test-words.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import type { Conclusion, List, Task } from "./list.ts";
import { writeResults } from "./results.ts";

/** How often the best result so far is put on disk, in milliseconds. */
const saveInterval = 500;

/** Runs the ends, searches the list in one stage, and confirms what was found. */
export async function searchList(task: Task): Promise<Conclusion> {
  const { run, request } = task;
  const none: Omit<Conclusion, "verdict"> = { found: [], minimal: false, assumptions: [] };
  const caution = request.goal === "isolate" ? cautionFor(request.conditions.failure) : undefined;
  if (caution) run.note(caution);
  const ends = await reproduce(run, () => settleListEnds(task));
  if (isRefusal(ends)) return { ...none, ...ends };
  if (run.conditions.reuse) run.reuse(testIdentity(task));
  if (request.goal === "simplify" && ends.other.outcome === "fail") return { ...none, ...needsNothing(task, ends) };
  return narrow(task);
}

/** Both ends run, and the other one of the kind that the goal needs. */
async function settleListEnds({ run, request, list }: Task): Promise<EndsEvent> {
  const ends = await settleEnds(run, {
    failing: { world: list.world(DeltaSet.range(0, list.total)), name: list.ends.failing },
    other: { world: list.world(DeltaSet.empty), name: list.ends.other },
  });
  return request.goal === "isolate" ? requirePassing(ends, list.ends) : ends;
}

function needsNothing(task: Task, { other }: EndsEvent): Pick<Conclusion, "verdict" | "reason" | "found" | "minimal"> {
  const { run, list } = task;
  const nothing = { failing: DeltaSet.empty };
  writeResults(task, nothing);
  const evidence = said(run.record.kept("other.txt") ?? "");
  const reason = `Your test fails on everything, even on ${list.ends.other} (${other.ended}): none of the ${list.unit} is needed.${evidence}${inSandbox(run)}`;
  return { verdict: "found", reason, found: [nothing], minimal: true };
}

async function narrow(task: Task): Promise<Conclusion> {
  const { run, request, list } = task;
  const { goal, search: name } = request;
  const all = DeltaSet.range(0, list.total);
  const whole: FoundSets = goal === "simplify" ? { failing: all } : { failing: all, passing: DeltaSet.empty };
  const search = causes(all, { search: searchFor(goal, name), causeOf: causeIn, count: request.causes });
  const stage = stageOf({
    name: list.unit,
    search,
    total: list.total,
    world: list.world,
    start: setSizes(whole),
    sizes: (found: readonly FoundSets[]) => setSizes(found.at(-1)!),
  });
  const saved = new Throttle<FoundSets>(saveInterval, (best) => saveIfPossible(task, best));
  const end = await runStage(run, stage, {
    onBest: ([best]) => saved.offer(best!),
  });
  saved.cancel();
  const found = end.result ?? [whole];
  const first = found[0]!;
  writeResults(task, first);
  const inconsistent = end.complete ? await confirm(run, claimsOf(list, first)) : [];
  const deltas = { total: list.total, cause: causeIn(first).size };
  run.stages.push({ name: list.unit, search: searchNameFor(goal, name), deltas, needed: end.needed });
  return {
    verdict: verdictOf(run, end.complete),
    found,
    minimal: end.complete && inconsistent.length === 0,
    assumptions: [
      ...inconsistent,
      ...brokenAssumptionsOf(run, [{ tested: () => testedSets(search, end), found: first }]),
    ],
  };
}

/** What cannot be written now, as on a full disk, may be at the end. */
function saveIfPossible(task: Task, best: FoundSets): void {
  try {
    writeResults(task, best);
  } catch {}
}

function claimsOf(list: List, { failing, passing }: FoundSets): Claim[] {
  return [
    { world: list.world(failing), outcome: "fail", name: "failing result" },
    ...(passing ? [{ world: list.world(passing), outcome: "pass" as const, name: "passing result" }] : []),
  ];
}

/** All that an outcome depends on besides the candidate: the test's words and the files that any words name. */
function testIdentity({ request, list }: Task): unknown {
  const { test, cwd } = request;
  const files = filesNamed([...test, ...list.words], cwd);
  return [list.kind, test, files.map((path) => contentHash(readFileSync(path)))];
}
