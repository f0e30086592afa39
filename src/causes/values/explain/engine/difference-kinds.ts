import { isContainer, membersOf } from "./value/value-outline.ts";

/** Maximum number of pairs of values that are compared. */
const maxPairs = 200_000;

/**
 * In which ways two values differ, wherever that is: `number ≠ string`, `missing ≠ object`. Undefined if they are too large to be
 * compared.
 */
export function differenceKinds(actual: unknown, expected: unknown): ReadonlySet<string> | undefined {
  const kinds = new Set<string>();
  // Without recursion, and with a limit: these values may be nested deeply, or contain themselves.
  const waiting: (readonly [unknown, unknown])[] = [[actual, expected]];
  let pairs = 0;
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    if (++pairs > maxPairs) return undefined;
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (isContainer(a) && isContainer(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const each of memberPairs(a, b)) waiting.push(each);
    } else if (kindOf(a) !== kindOf(b) || isScalar(a)) {
      kinds.add(`${kindOf(a)} ≠ ${kindOf(b)}`);
    }
  }
  return kinds;
}

const missing = Symbol("missing");

function memberPairs(a: unknown, b: unknown): (readonly [unknown, unknown])[] {
  const [inA, inB] = [a, b].map((each) => new Map(membersOf(each).map(({ key, value }) => [key, value]))) as [
    Map<string | number, unknown>,
    Map<string | number, unknown>,
  ];
  const keys = new Set([...inA.keys(), ...inB.keys()]);
  const valueIn = (members: Map<string | number, unknown>, key: string | number) =>
    members.has(key) ? members.get(key) : missing;
  return Array.from(keys, (key) => [valueIn(inA, key), valueIn(inB, key)] as const);
}

function isScalar(value: unknown): boolean {
  return (typeof value !== "object" && typeof value !== "function") || value === null;
}

function kindOf(value: unknown): string {
  if (value === missing) return "missing";
  if (value === null) return "null";
  if (Number.isNaN(value)) return "NaN";
  if (typeof value !== "object") return typeof value;
  return value.constructor?.name ?? "object";
}
