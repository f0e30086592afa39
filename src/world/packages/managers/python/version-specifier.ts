/** Whether a version is certainly outside of what a requirement of Poetry or pip accepts: `>=1.2,<2`, `^1.2`, `1.*`. */
export function isRuledOut(range: string, version: string): boolean {
  if (!/^\d+(?:\.\d+)*$/.test(version)) return false;
  const numbers = numbersIn(version);
  return range.split("||").every((all) => all.split(",").some((clause) => excludes(clause.trim(), numbers)));
}

function excludes(clause: string, version: readonly number[]): boolean {
  const [, operator, text, any] = /^(>=|<=|>|<|===?|!=|~=|\^|~)?\s*v?(\d+(?:\.\d+)*)(\.\*)?$/.exec(clause) ?? [];
  if (text === undefined) return false;
  const bound = numbersIn(text);
  const order = compare(version, bound);
  const isAlike = any === undefined ? order === 0 : startsAs(version, bound);
  switch (operator) {
    case ">=":
      return order < 0;
    case "<=":
      return order > 0;
    case ">":
      return order <= 0;
    case "<":
      return order >= 0;
    case "!=":
      return isAlike;
    case "~=":
      return order < 0 || !startsAs(version, bound.slice(0, -1));
    case "~":
      return order < 0 || !startsAs(version, bound.slice(0, 2));
    case "^":
      return order < 0 || !startsAs(version, bound.slice(0, leading(bound)));
    default:
      return !isAlike;
  }
}

/** How many numbers say what is compatible: up to the first that is not zero. */
function leading(bound: readonly number[]): number {
  const first = bound.findIndex((number) => number > 0);
  return first === -1 ? bound.length : first + 1;
}

function numbersIn(version: string): number[] {
  return version.split(".").map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function startsAs(version: readonly number[], start: readonly number[]): boolean {
  return start.every((number, i) => number === (version[i] ?? 0));
}
