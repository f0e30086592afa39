import { isAbsolute } from "node:path";
import { clipAroundDifference } from "../../../core/clip-around-difference.ts";
import { commandLine } from "../../../core/command-line.ts";
import type { CauseEntry, Story } from "../../../core/finding.ts";
import { brokenAssumptionsOf, verdictOf } from "../../../run/conclusion.ts";
import { confirm } from "../../../run/confirm.ts";
import type { Refusal } from "../../../run/reproduce.ts";
import { storyOf } from "../../../run/story.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { placeText } from "../capture/place.ts";
import { scopeOf } from "../compare/access-path.ts";
import type { Difference } from "../compare/differences.ts";
import { type Beginning, mayTest, type Task } from "../driver/task.ts";
import type { CauseTransition, ChainLink, StateFinding } from "../finding.ts";
import type { Followed } from "../follow/follow.ts";
import { givenTo } from "../follow/input-text.ts";
import type { Asked } from "../follow/named-places.ts";
import { ranked, type Transition, transitionsOf } from "../follow/rank.ts";
import { isSame } from "../follow/same-cause.ts";
import type { Station } from "../follow/timeline.ts";
import { type Isolated, judgedLike, runnersUp } from "../isolate/isolate.ts";
import { changedWorld } from "../isolate/scene.ts";
import { runOf, type StateRequest } from "../request.ts";
import { excerptAt } from "./excerpt.ts";
import { nothingComparable } from "./no-cause.ts";
import { endingsApart, toldApart } from "./show-difference.ts";

/** All that was found, at the places asked for or along the way. */
export interface Chain extends Followed {
  readonly asked: Asked | undefined;
}

/** So many other variables are named that would make it fail as well. */
const mostRunnersUp = 2;
const longestValue = 60;
const mostNamed = 5;

export function tellRefused(task: Beginning, { verdict, reason }: Refusal): Story<StateFinding> {
  return storyOf<StateFinding>(task.run, task.request, {
    conclusion: { verdict, ...(reason === undefined ? {} : { reason }), minimal: false, assumptions: [] },
    details: { goal: "isolate", search: "dd", deltas: { total: 0, cause: 0 }, by: "values" },
  });
}

export async function tellChain(task: Task, chain: Chain): Promise<Story<StateFinding>> {
  const { run } = task;
  const stations = stationsOf(chain);
  const transitions = ranked(transitionsOf(chain.stretches), givenTo(task.request));
  const answer = chain.asked ? chain.asked.found.at(-1) : (mostTelling(transitions) ?? lastFound(stations));
  if (!answer) return tellRefused(task, await nothingComparable(task, chain));
  const isWhole = !chain.cutShort && stations.every(({ found }) => found?.complete ?? true);
  const complete = isWhole || mayTest(run);
  const broken = await confirmed(task, answer);
  const others = await runnersUp(task, answer, mostRunnersUp);
  const changes = answer.differences.filter(({ change }) => change !== undefined);
  const conclusion = {
    verdict: verdictOf(run, complete),
    minimal: complete && answer.complete && broken.length === 0,
    assumptions: [...brokenAssumptionsOf(run, []), ...broken],
  };
  const details = {
    goal: "isolate" as const,
    search: "dd",
    by: "values",
    deltas: { total: changes.length, cause: answer.cause.length },
    cause: entriesOf(task, answer),
    ...contextOf(answer),
    causes: others.map((cause) => entriesOf(task, { ...answer, cause })),
    chain: stations.flatMap((each) => linkOf(task, each, each.found === answer ? others : []) ?? []),
    transitions: transitions.map((each) => transitionOf(task, each, stations)),
    notes: [...onTopOf(task, answer), ...notesOf(task, chain, stations)],
  };
  return storyOf<StateFinding>(run, task.request, { conclusion, details });
}

/** Runs what was found once more. */
function confirmed(task: Task, { at, cause, context, differences, lasted, like }: Isolated) {
  const among = differences.filter(({ change }) => change !== undefined);
  const world = (chosen: readonly Difference[]) => changedWorld(judgedLike(task, like), at, { chosen, among, lasted });
  return confirm(task.run, [
    { world: world([...context, ...cause]), outcome: "fail", name: "passing run with the cause" },
    { world: world(context), outcome: "pass", name: "passing run without it" },
  ]);
}

function mostTelling(transitions: readonly Transition[]): Isolated | undefined {
  const { before, after } = transitions[0] ?? {};
  return after?.end === undefined ? after?.found : before?.found;
}

function lastFound(stations: readonly Station[]): Isolated | undefined {
  return stations.findLast(({ end }) => end === undefined)?.found;
}

/** Each time the cause is another one; and every place that was asked for. */
function stationsOf({ stretches, asked }: Chain): Station[] {
  const [first] = stretches;
  const all = first ? [first.before, ...stretches.map(({ after }) => after)] : [];
  if (asked && !first) return asked.found.map((found) => ({ at: found.at, found }));
  const isAsked = ({ found }: Station) => found !== undefined && asked?.found.includes(found);
  return runsOf(all).flatMap((run) => (run.some(isAsked) ? run.filter(isAsked) : run.slice(0, 1)));
}

/** Stations with the same cause that follow each other. */
function runsOf(stations: readonly Station[]): Station[][] {
  const runs: Station[][] = [];
  for (const station of stations) {
    const last = runs.at(-1);
    if (last && isSame(last[0]!, station)) last.push(station);
    else runs.push([station]);
  }
  return runs;
}

function linkOf(task: Task, { end, found }: Station, others: readonly Difference[][]): ChainLink | undefined {
  if (end !== undefined) return { place: end, cause: [endEntry(task, end)], values: 0 };
  if (!found) return undefined;
  const { file, line } = found.stack[0]!;
  const { cwd } = task.request;
  const runnersUp = others.map((cause) => entriesOf(task, { ...found, cause }));
  return {
    place: textOf(found.at, cwd),
    file: shortPath(file, cwd),
    line,
    cause: entriesOf(task, found),
    ...contextOf(found),
    values: found.differences.length,
    ...excerptOf(task, found),
    ...(found.picture ? { picture: found.picture } : {}),
    ...(runnersUp.length > 0 ? { runnersUp } : {}),
  };
}

/** What the program was given, or what came of it. */
function endEntry({ request, judged }: Task, end: "input" | "output"): CauseEntry {
  const [old, now] =
    end === "input"
      ? toldApart(startedText(request, "pass"), startedText(request, "fail"))
      : endingsApart(judged.pass, judged.fail);
  return { variable: end, old, new: now };
}

function startedText(request: StateRequest, which: "pass" | "fail"): string {
  const { command, stdin } = runOf(request, which);
  return stdin === undefined
    ? commandLine(command)
    : `${commandLine(command)} <${commandLine([shortPath(stdin, request.cwd)])}`;
}

function transitionOf(
  task: Task,
  { before, after, narrow }: Transition,
  stations: readonly Station[],
): CauseTransition {
  const { file, line, function: name } = before.found!.stack[0]!;
  const causeOf = (station: Station) =>
    station.end === undefined ? entriesOf(task, station.found!) : [endEntry(task, station.end)];
  const until = stations.findIndex((each) => isSame(each, after));
  const since = stations.slice(0, until).findLast((each) => isSame(each, before)) ?? before;
  return {
    file: shortPath(file, task.request.cwd),
    line,
    function: name,
    from: causeOf(before),
    to: causeOf(after),
    ...(since.end === undefined && since.at ? { since: textOf(since.at, task.request.cwd) } : {}),
    ...excerptOf(task, before.found!),
    ...callerOf(task, before, after),
    ...(narrow && before.at?.only ? { only: before.at.only } : {}),
    ...(narrow ? {} : { until: after.at ? textOf(after.at, task.request.cwd) : "the end" }),
  };
}

/** A call that is over by then: its last line may be the one that is meant, or the one that called it. */
function callerOf({ request }: Task, before: Station, after: Station) {
  const [inner, outer] = [before.found?.stack.toReversed() ?? [], after.found?.stack.toReversed() ?? []];
  let shared = 0;
  while (shared < inner.length && inner[shared]!.function === outer[shared]?.function) shared++;
  const caller = after.end === undefined && shared < inner.length ? inner[shared - 1] : undefined;
  return caller ? { caller: `${shortPath(caller.file, request.cwd)}:${caller.line}` } : {};
}

function excerptOf({ request }: Task, { stack: [frame] }: Isolated) {
  const excerpt = excerptAt(frame!.file, frame!.line, request.cwd);
  return excerpt ? { excerpt } : {};
}

function textOf(at: Isolated["at"], cwd: string): string {
  return placeText(at, (file) => shortPath(file, cwd));
}

function entriesOf({ request }: Task, { cause, at, stack }: Isolated): CauseEntry[] {
  const { file, line } = stack[0]!;
  const place = textOf(at, request.cwd);
  return cause.map((each) => {
    const [old, now] = valuesOf(each);
    return {
      text: `at ${place}, ${each.name} is ${now} instead of ${old}`,
      variable: each.name,
      old,
      new: now,
      file: shortPath(file, request.cwd),
      line,
      place,
      scope: nearFile(scopeOf(each, stack), request.cwd),
    };
  });
}

/** The other scopes are functions. */
function nearFile(scope: string, cwd: string): string {
  return isAbsolute(scope) ? shortPath(scope, cwd) : scope;
}

/** Long values around what differs in them, and those that look alike spelt out. */
function valuesOf({ old, new: now, whole }: Difference): [string, string] {
  return toldApart(...(whole ? clipAroundDifference(whole.old, whole.new, longestValue) : ([old, now] as const)));
}

/** A difference may matter only where others were made before. */
function contextOf({ context }: Isolated): Pick<ChainLink, "onTopOf"> {
  const variables = context.slice(0, mostNamed).map(({ name }) => name);
  return context.length === 0 ? {} : { onTopOf: { values: context.length, variables } };
}

function onTopOf({ request }: Task, found: Isolated): string[] {
  const { onTopOf: base } = contextOf(found);
  if (!base) return [];
  const some = `${base.variables.join(", ")}${base.values > base.variables.length ? ", …" : ""}`;
  const at = textOf(found.at, request.cwd);
  if (!found.complete)
    return [`At ${at} it was tested on top of other values of the failing run (${some}), and not yet alone.`];
  return [
    `At ${at} the cause alone does not make it fail: it does on top of other values of the failing run (${some}).`,
  ];
}

function notesOf(task: Task, { asked, cutShort }: Chain, stations: readonly Station[]): string[] {
  const { cwd, maxPlaces } = task.request;
  const left = asked?.left ?? [];
  return [
    ...left.map(({ at, reason }) => `Not comparable at ${textOf(at, cwd)}: ${reason}.`),
    ...stations.flatMap(({ found }) => (found ? aboutValues(found, cwd) : [])),
    ...(cutShort && mayTest(task.run)
      ? [`Not all stretches were looked into: ${maxPlaces} places are the limit, --max-places takes more.`]
      : []),
  ];
}

function aboutValues({ at, differences, truncated }: Isolated, cwd: string): string[] {
  const unmade = differences.filter(({ change }) => change === undefined).map(({ name }) => name);
  const place = textOf(at, cwd);
  const some = `${unmade.slice(0, mostNamed).join(", ")}${unmade.length > mostNamed ? ", …" : ""}`;
  return [
    ...(truncated ? [`At ${place} not all values were taken in: --max-values takes more.`] : []),
    ...(unmade.length > 0 ? [`At ${place} these differ and cannot be changed: ${some}.`] : []),
  ];
}
