import type { ConditionCode } from "../program/instruction.ts";

export const relations = ["==", "!=", "<", "<=", ">", ">="] as const;
export type Relation = (typeof relations)[number];
/** How numbers are compared; equality is the same for both. */
export type Order = "signed" | "unsigned";

const codes: Record<Order, Record<Relation, ConditionCode>> = {
  signed: { "==": "e", "!=": "ne", "<": "l", "<=": "le", ">": "g", ">=": "ge" },
  unsigned: { "==": "e", "!=": "ne", "<": "b", "<=": "be", ">": "a", ">=": "ae" },
};

export const codeFor = (relation: Relation, order: Order): ConditionCode => codes[order][relation];

/** The relation of the two compared values for which a condition code holds; undefined: it is about something else. */
export function relationOf(code: ConditionCode): { relation: Relation; order?: Order } | undefined {
  if (code === "s") return { relation: "<", order: "signed" };
  if (code === "ns") return { relation: ">=", order: "signed" };
  const relation = relations.find((each) => codes.signed[each] === code || codes.unsigned[each] === code);
  if (relation === undefined) return undefined;
  if (isEquality(relation)) return { relation };
  return { relation, order: codes.signed[relation] === code ? "signed" : "unsigned" };
}

export const isEquality = (relation: Relation): boolean => relation === "==" || relation === "!=";
export const isStrict = (relation: Relation): boolean => relation === "<" || relation === ">";

const opposites: Record<Relation, Relation> = { "==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<" };
export const negate = (relation: Relation): Relation => opposites[relation];

const mirrors: Record<Relation, Relation> = { "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
/** With its operands exchanged. */
export const mirror = (relation: Relation): Relation => mirrors[relation];

/** `x < 10` and `x <= 9` have the same bound for whole numbers; `isBelow` says on which side of it they hold. */
export function boundOf(relation: Relation, value: number): { bound: number; isBelow: boolean } {
  const isBelow = relation === "<" || relation === "<=";
  return { bound: relation === "<" || relation === ">=" ? value - 1 : value, isBelow };
}
