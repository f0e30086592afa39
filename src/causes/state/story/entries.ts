import { isAbsolute } from "node:path";
import { clipAroundDifference } from "../../../core/clip-around-difference.ts";
import { commandLine } from "../../../core/command-line.ts";
import type { CauseEntry } from "../../../core/finding.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { type CommonMoment, momentText } from "../capture/place.ts";
import { exactScopeOf, scopeOf } from "../compare/access-path.ts";
import type { StateDifference } from "../compare/differences.ts";
import type { ChainLink, StateFinding } from "../finding.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";
import { isJudgedByErrors, programOf, type StateRequest, type WhichRun } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import { showDifference, showEndings, showErrors } from "./show-difference.ts";

const maxValueLength = 60;
export const maxNames = 5;

/** The cause at a place, for reports. */
export function stateCauseEntries(
  found: Pick<PlaceFinding, "cause" | "at" | "stack" | "differences">,
  cwd: string,
): CauseEntry[] {
  const { cause, at, stack } = found;
  const { file, line } = stack[0]!;
  const place = shortPlace(at, cwd);
  const { isAlike, nameOf } = namesAt(found, cwd);
  return cause.map((each) => {
    const [old, now] = valuesOf(each);
    return {
      text: `at ${place}, ${nameOf(each)} is ${now} instead of ${old}`,
      variable: each.name,
      old,
      new: now,
      file: shortPath(file, cwd),
      line,
      place,
      scope: isAlike(each) ? exactScope(each, stack, cwd) : shortScope(scopeOf(each, stack), cwd),
      ...(isAlike(each) ? { alike: true as const } : {}),
    };
  });
}

/** The names of the values that differ at a place; those of two different variables are told apart by their scopes. */
export function namesAt({ differences, stack }: Pick<PlaceFinding, "differences" | "stack">, cwd: string) {
  const scopes = new Map<string, Set<string>>();
  for (const each of differences)
    scopes.set(each.name, (scopes.get(each.name) ?? new Set()).add(exactScopeOf(each, stack)));
  const isAlike = ({ name }: StateDifference) => (scopes.get(name)?.size ?? 0) > 1;
  const nameOf = (each: StateDifference) =>
    isAlike(each) ? `${each.name} in ${exactScope(each, stack, cwd)}` : each.name;
  return { isAlike, nameOf };
}

function exactScope(each: StateDifference, stack: PlaceFinding["stack"], cwd: string): string {
  return exactScopeOf(each, stack, (file) => shortScope(file, cwd));
}

/** What the program was given, or what came of it. */
export function endEntry({ request, criterion }: StateRun, end: "input" | "output"): CauseEntry {
  const [old, now] =
    end === "input"
      ? showDifference(programText(request, "pass"), programText(request, "fail"))
      : isJudgedByErrors(request)
        ? showErrors(criterion.pass, criterion.fail)
        : showEndings(criterion.pass, criterion.fail);
  return { variable: end, old, new: now };
}

export function shortPlace(at: CommonMoment, cwd: string): string {
  return momentText(at, (file) => shortPath(file, cwd));
}

/** The differences on top of which a cause was found. */
export function contextEntry(found: PlaceFinding, cwd: string): Pick<ChainLink, "onTopOf"> {
  const { context } = found;
  const variables = context.slice(0, maxNames).map(namesAt(found, cwd).nameOf);
  return context.length === 0 ? {} : { onTopOf: { values: context.length, variables } };
}

/** What to type to see both runs. */
export function commandsEntry(request: StateRequest): Pick<StateFinding, "commands"> {
  const { pass, surroundings } = request;
  if (surroundings !== undefined) return {};
  const passing = pass.length === 0 ? {} : { passing: programText(request, "pass") };
  return { commands: { ...passing, failing: programText(request, "fail") } };
}

function programText(request: StateRequest, which: WhichRun): string {
  const { command, stdin } = programOf(request, which);
  const text = commandLine(command);
  return stdin === undefined ? text : `${text} <${commandLine([shortPath(stdin, request.cwd)])}`;
}

/** A scope is a file or a function. */
function shortScope(scope: string, cwd: string): string {
  return isAbsolute(scope) ? shortPath(scope, cwd) : scope;
}

/**
 * Long values are cut around the difference, and those that look alike are escaped. Two things of which the same is shown are still two:
 * a variable that differs leads to the other one.
 */
function valuesOf({ old = "nothing", new: now = "nothing", whole }: StateDifference): [string, string] {
  if (whole) return showDifference(...clipAroundDifference(whole.old, whole.new, maxValueLength));
  return old === now ? [old, `another ${now}`] : showDifference(old, now);
}
