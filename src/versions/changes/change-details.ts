import { DeltaSet } from "../../core/delta-set.ts";
import type { ChangeDetail, DiffDetails } from "../../core/stage-details.ts";
import { changeEntry } from "../../world/changes/change-entry.ts";
import type { Change, Changes } from "../../world/changes/version-diff.ts";
import { shownChanges } from "./shown-changes.ts";

/** Maximum number of characters of all changes together, and least and most of each text of one. */
const maxCharacters = 200_000;
const minEach = 80;
const maxEach = 2000;

/** Up to this number, changes are shown in whole lines; for that, their file is read once for each. */
const maxInLines = 300;

/** Changes as a page shows them; of many, only those in question. */
export function changeDetails({ changes }: Changes, among?: DeltaSet): DiffDetails {
  const numbers = among ? [...among] : changes.map((_, i) => i);
  const length = Math.min(maxEach, Math.max(minEach, Math.floor(maxCharacters / (2 * numbers.length))));
  const inLines = numbers.length <= maxInLines;
  return {
    kind: "diff",
    items: numbers.map((number) => detailOf(inLines ? wholeLines(changes[number]!) : changes[number]!, length)),
    ...(numbers.length === changes.length ? {} : { numbers }),
  };
}

function wholeLines(change: Change): Change {
  return shownChanges([change], DeltaSet.of(0))[0]!;
}

function detailOf(change: Change, length: number): ChangeDetail {
  const { file, line, change: kind, old, new: now, text } = changeEntry(change);
  const added = now ?? (old === undefined ? text : undefined);
  return {
    file: file!,
    ...(line === undefined ? {} : { line }),
    ...(kind === undefined ? {} : { change: kind }),
    ...(old ? { old: cut(old, length) } : {}),
    ...(added ? { new: cut(added, length) } : {}),
  };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
