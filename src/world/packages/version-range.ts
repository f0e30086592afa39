/**
 * Whether a version is in a range, as npm reads both (node-semver's rules); undefined where it is no range of versions: a
 * tag, an address, a path.
 */
export function isInRange(version: string, written: string): boolean | undefined {
  const range = written.replace(/^npm:(?:@[^/]+\/)?[^@]*@?/, "");
  const sets = range.split("||").map(comparatorsOf);
  const given = readVersion(version);
  if (!given || sets.includes(undefined)) return undefined;
  return sets.some((set) => meets(given, set!));
}

interface Version {
  readonly numbers: readonly number[];
  /** What stands behind a hyphen, as in 2.0.0-beta.1. */
  readonly before: readonly string[];
}

interface Comparator {
  readonly is: "<" | "<=" | ">" | ">=";
  readonly than: Version;
}

const versionPattern = /^[v=\s]*(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]*)?$/;

function readVersion(text: string): Version | undefined {
  const match = versionPattern.exec(text.trim());
  return match ? { numbers: match.slice(1, 4).map(Number), before: match[4]?.split(".") ?? [] } : undefined;
}

/** A version before its release is meant only by a range that names one of the same release. */
function meets(version: Version, comparators: readonly Comparator[]): boolean {
  const same = ({ than }: Comparator) => than.before.length > 0 && compareNumbers(than, version) === 0;
  if (version.before.length > 0 && !comparators.some(same)) return false;
  return comparators.every(({ is, than }) => {
    const order = compare(version, than);
    return order === 0 ? is.length === 2 : order < 0 === is.startsWith("<");
  });
}

function compare(a: Version, b: Version): number {
  return compareNumbers(a, b) || compareBefore(a.before, b.before);
}

function compareNumbers(a: Version, b: Version): number {
  const at = a.numbers.findIndex((number, i) => number !== b.numbers[i]);
  return at === -1 ? 0 : a.numbers[at]! - b.numbers[at]!;
}

function compareBefore(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [one, other] = [a[i], b[i]];
    if (one === other) continue;
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const [isNumber, otherIs] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber && otherIs) return Number(one) - Number(other);
    if (isNumber !== otherIs) return isNumber ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}

/** What a version must be for one of the alternatives of a range; undefined if that is no range. */
function comparatorsOf(text: string): Comparator[] | undefined {
  const hyphen = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(text);
  const words = hyphen
    ? [`>=${hyphen[1]}`, `<=${hyphen[2]}`]
    : text
        .replace(/([<>=~^])\s+/g, "$1")
        .split(/\s+/)
        .filter((word) => word !== "");
  const read = words.map(comparatorsIn);
  return read.includes(undefined) ? undefined : read.flatMap((each) => each!);
}

const wordPattern =
  /^(\^|~>?|>=?|<=?|=)?[v=]*(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:-([\w.-]+))?(?:\+[\w.-]*)?$/;

function comparatorsIn(word: string): Comparator[] | undefined {
  const match = wordPattern.exec(word);
  if (!match) return undefined;
  const known: number[] = [];
  for (const part of match.slice(2, 5)) {
    if (part === undefined || /[xX*]/.test(part)) break;
    known.push(Number(part));
  }
  const before = known.length === 3 ? (match[4 + 1]?.split(".") ?? []) : [];
  return between(match[1] ?? "=", known, before);
}

/** From an operator and the numbers that are known of a version: 1.2 is every 1.2.x. */
function between(operator: string, known: readonly number[], before: readonly string[]): Comparator[] {
  const full = known.length === 3;
  const low: Version = { numbers: [0, 1, 2].map((i) => known[i] ?? 0), before };
  const after = (place: number): Version => ({
    numbers: [0, 1, 2].map((i) => (i < place ? low.numbers[i]! : i === place ? low.numbers[i]! + 1 : 0)),
    before: ["0"],
  });
  if (known.length === 0) return operator === "<" || operator === ">" ? [{ is: "<", than: lowest }] : [];
  const from: Comparator = { is: ">=", than: low };
  const last = known.length - 1;
  if (operator === ">=") return [from];
  if (operator === ">") return [full ? { is: ">", than: low } : { is: ">=", than: { ...after(last), before: [] } }];
  if (operator === "<") return [{ is: "<", than: full ? low : { ...low, before: ["0"] } }];
  if (operator === "<=") return [full ? { is: "<=", than: low } : { is: "<", than: after(last) }];
  if (operator === "=") return full ? [from, { is: "<=", than: low }] : [from, { is: "<", than: after(last) }];
  if (operator === "^") {
    const first = known.findIndex((number) => number > 0);
    return [from, { is: "<", than: after(first === -1 ? last : first) }];
  }
  return [from, { is: "<", than: after(Math.min(last, 1)) }];
}

const lowest: Version = { numbers: [0, 0, 0], before: ["0"] };
