import type { ValueChange } from "../../../../runtimes/protocol/state.ts";
import type { Difference } from "./differences.ts";
import { changesBy, type Edit } from "./list-alignment.ts";

/** What makes some of the differences real. */
export function changesFor(chosen: readonly Difference[], all: readonly Difference[]): ValueChange[] {
  const makeable = withoutGaps(chosen, all);
  const lists = new Map<string, Edit[]>();
  for (const edit of makeable.flatMap((each) => each.edit ?? [])) {
    const list = JSON.stringify(edit.list);
    lists.set(list, [...(lists.get(list) ?? []), edit]);
  }
  return [
    ...makeable.flatMap(({ change, edit }) => (change && !edit ? [change] : [])),
    ...[...lists.values()].flatMap(changesBy),
  ];
}

/** Those of the differences that can be made together: elements beyond a gap are left out. */
export function withoutGaps(chosen: readonly Difference[], all: readonly Difference[]): Difference[] {
  const isChosen = new Set(chosen);
  /** The first element of each array's tail that is not taken: what comes after it cannot be. */
  const gaps = new Map<string, number>();
  for (const { tail, ...rest } of all.map((each) => ({ ...each, taken: isChosen.has(each) }))) {
    if (!tail || rest.taken) continue;
    const key = `${tail.array} ${tail.grows}`;
    const before = gaps.get(key) ?? tail.index;
    gaps.set(key, tail.grows ? Math.min(before, tail.index) : Math.max(before, tail.index));
  }
  return chosen.filter(({ tail }) => {
    const gap = tail && gaps.get(`${tail.array} ${tail.grows}`);
    return gap === undefined || (tail!.grows ? tail!.index < gap : tail!.index > gap);
  });
}
