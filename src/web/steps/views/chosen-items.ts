import type { DeltaSet } from "../../../core/delta-set.ts";

/** The item of a delta, and whether the candidate has it. */
export interface ChosenItem<Item> {
  readonly item: Item;
  readonly isIn: boolean;
}

export interface ItemsOfDeltas<Item> {
  readonly items: readonly Item[];
  readonly numbers?: readonly number[];
}

export function chosenItems<Item>({ items, numbers }: ItemsOfDeltas<Item>, set: DeltaSet): ChosenItem<Item>[] {
  return items.map((item, i) => ({ item, isIn: set.has(numbers?.[i] ?? i) }));
}
