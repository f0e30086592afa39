import type { ValueChange } from "../../../../runtimes/protocol/state.ts";
import type { StateDifference } from "./differences.ts";
import { changesForEdits, type ListEdit } from "./list-alignment.ts";

/** The changes for a plan that make some of all differences. */
export function changesFor(chosen: readonly StateDifference[], all: readonly StateDifference[]): ValueChange[] {
  const possible = withoutGaps(chosen, all);
  const editsByList = new Map<string, ListEdit[]>();
  for (const edit of possible.flatMap((each) => each.edit ?? [])) {
    const list = JSON.stringify(edit.list);
    editsByList.set(list, [...(editsByList.get(list) ?? []), edit]);
  }
  return [
    ...possible.flatMap(({ change, edit }) => (change && !edit ? [change] : [])),
    ...[...editsByList.values()].flatMap(changesForEdits),
  ];
}

/** Those of the chosen differences that can be made together: array elements beyond a gap are left out. */
export function withoutGaps(chosen: readonly StateDifference[], all: readonly StateDifference[]): StateDifference[] {
  const isChosen = new Set(chosen);
  /** The first element of each array's tail that is not chosen: those beyond it cannot be made. */
  const gaps = new Map<string, number>();
  for (const each of all) {
    const { tail } = each;
    if (!tail || isChosen.has(each)) continue;
    const key = `${tail.array} ${tail.grows}`;
    const before = gaps.get(key) ?? tail.index;
    gaps.set(key, tail.grows ? Math.min(before, tail.index) : Math.max(before, tail.index));
  }
  return chosen.filter(({ tail }) => {
    const gap = tail && gaps.get(`${tail.array} ${tail.grows}`);
    return gap === undefined || (tail!.grows ? tail!.index < gap : tail!.index > gap);
  });
}
