import { clipAroundDifference } from "../../../core/clip-around-difference.ts";
import type { CauseEntry } from "../../../core/finding.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { type CommonMoment, momentText } from "../capture/place.ts";
import { programText } from "../command/commands-of.ts";
import { scopeOf } from "../compare/access-path.ts";
import type { StateDifference } from "../compare/differences.ts";
import { exactScope, namesAt, shortScope } from "../compare/names-at.ts";
import type { ChainLink } from "../finding.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";
import { isJudgedByErrors } from "../request.ts";
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

/**
 * Long values are cut around the difference, and those that look alike are escaped. Two things of which the same is shown are still two:
 * a variable that differs leads to the other one.
 */
function valuesOf({ old = "nothing", new: now = "nothing", whole }: StateDifference): [string, string] {
  if (whole) return showDifference(...clipAroundDifference(whole.old, whole.new, maxValueLength));
  return old === now ? [old, `another ${now}`] : showDifference(old, now);
}
