import type { CauseEntry, Story } from "../../core/finding.ts";
import { brokenBy, nothingFound, storyOf, verdictOf } from "../../run/conclude.ts";
import type { Refusal } from "../../run/reproduced.ts";
import { near } from "../../world/near.ts";
import type { Difference } from "./differences.ts";
import type { Isolated } from "./isolate.ts";
import { placeText } from "./place.ts";
import type { Chain } from "./state.ts";
import type { Beginning, Task } from "./task.ts";

export function tellRefused(task: Beginning, { verdict, reason }: Refusal): Story {
  const deltas = { total: 0, cause: 0 };
  const bare = nothingFound({ kind: "state", verdict, search: "dd", deltas, by: "values", stages: task.stages });
  const finding = { ...bare, ...(reason === undefined ? {} : { reason }) };
  return storyOf(task.run, task.request, { finding, excerpts: [], steps: task.steps });
}

/** The causes along the way; the one at the last place is the nearest to the failure. */
export function tellChain(task: Task, { found, left, transitions, complete }: Chain): Story {
  const { run, stages, steps } = task;
  const { cwd } = task.request;
  const notes = left.map(({ place, reason }) => `Not comparable at ${placeText(place)}: ${reason}.`);
  const last = found.at(-1);
  if (!last) {
    const reason = ["There is no place at which the two runs can be compared.", ...notes].join("\n");
    return tellRefused(
      task,
      run.stopped.aborted ? { verdict: run.stopped.reason } : { verdict: "not-reproduced", reason },
    );
  }
  const changes = last.differences.filter(({ change }) => change !== undefined);
  const deltas = { total: changes.length, cause: last.cause.length };
  const bare = nothingFound({
    kind: "state",
    verdict: verdictOf(run, complete),
    search: "dd",
    deltas,
    by: "values",
    stages,
  });
  const finding = {
    ...bare,
    minimal: complete,
    cause: entriesOf(last, cwd),
    chain: found.map((each) => ({
      place: placeText(each.place),
      cause: entriesOf(each, cwd),
      values: each.differences.length,
    })),
    transitions: transitions.map(({ before, after }) => ({
      file: near(before.file, cwd),
      line: before.line,
      from: entriesOf(before, cwd),
      to: entriesOf(after, cwd),
    })),
    notes: [...notes, ...found.flatMap(notesOf)],
    assumptions: brokenBy(run, []),
  };
  return storyOf(run, task.request, { finding, excerpts: [], steps });
}

function entriesOf({ cause, place, file, line }: Isolated, cwd: string): CauseEntry[] {
  return cause.map((each) => ({
    text: sentenceOf(each, placeText(place)),
    ...changeOf(each),
    file: near(file, cwd),
    line,
  }));
}

function changeOf({ name, old, new: now }: Difference) {
  return { variable: name, old, new: now };
}

function sentenceOf({ name, old, new: now }: Difference, place: string): string {
  return `at ${place}, ${name} is ${now} instead of ${old}`;
}

function notesOf({ place, differences, truncated }: Isolated): string[] {
  const unmade = differences.filter(({ change }) => change === undefined).map(({ name }) => name);
  return [
    ...(truncated ? [`At ${placeText(place)} not all values were taken in: --max-values takes more.`] : []),
    ...(unmade.length > 0
      ? [
          `At ${placeText(place)} these differ and cannot be changed: ${unmade.slice(0, 5).join(", ")}${unmade.length > 5 ? ", …" : ""}.`,
        ]
      : []),
  ];
}
