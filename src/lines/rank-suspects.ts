import type { Site } from "../../runtimes/protocol/lines.ts";
import { kinds } from "./candidate-changes.ts";
import type { LineCoverage } from "./coverage.ts";
import { lineKey, type NamedLine } from "./named-lines.ts";
import type { Rescue } from "./try-changes.ts";

/** A line that may be the defect, with the evidence. */
export interface Suspect {
  readonly file: string;
  readonly line: number;
  readonly coverage: LineCoverage;
  /** The change there that makes the failing run pass and leaves most of the passing runs as they are. */
  readonly rescue?: Rescue;
  /** The failing run's error names it; 1: it was raised there, 2: in what was called there, and so on. */
  readonly named?: number;
}

export interface RankOptions {
  /** All sites of the failing run. */
  readonly sites?: readonly Site[] | undefined;
  /** Changed runs are judged by all that they print, not only by how they end or by a test. */
  readonly exact?: boolean | undefined;
  /** Lines that the failing run's error names, the one at which it was raised first. */
  readonly named?: readonly NamedLine[] | undefined;
}

/**
 * The likeliest line first. Where a change puts all runs right, the smallest change counts first, and then which runs execute the line;
 * the other way round where more than the right change may pass: there, it may just lead around the failure. Elsewhere, the runs that a change puts right and those that execute the line count together. Of lines that are alike in all that,
 * those inside of functions come first: code at the top level mostly only calls them.
 */
export function rankSuspects(
  rescues: readonly Rescue[],
  coverage: readonly LineCoverage[],
  { sites = [], exact = false, named = [] }: RankOptions = {},
): Suspect[] {
  const best = bestByLine(rescues);
  const inFunction = new Set(sites.filter(({ function: name }) => name !== undefined).map(lineKey));
  const names = new Map(named.map((each, i) => [lineKey(each), i + 1]));
  const ranked = coverage.map((each) => {
    const rescue = best.get(lineKey(each));
    const name = names.get(lineKey(each));
    const suspect: Suspect = {
      file: each.file,
      line: each.line,
      coverage: each,
      ...(rescue ? { rescue } : {}),
      ...(name === undefined ? {} : { named: name }),
    };
    const evidence = rescue && isWhole(rescue) ? [0, ...wholeKey(rescue, each, exact)] : [1, ...partKey(rescue, each)];
    return { suspect, key: [...evidence, inFunction.has(lineKey(each)) ? 0 : 1, each.line] };
  });
  return ranked.sort((a, b) => compareKeys(a.key, b.key)).map(({ suspect }) => suspect);
}

function wholeKey(rescue: Rescue, { suspicion }: LineCoverage, exact: boolean): readonly number[] {
  return exact ? [kindOf(rescue), -suspicion] : [-suspicion, kindOf(rescue)];
}

function partKey(rescue: Rescue | undefined, { suspicion }: LineCoverage): readonly number[] {
  return [-(scoreOf(rescue) / 2 + suspicion), kindOf(rescue)];
}

/** All runs are right with it. */
export function isWhole({ rescued, failing, kept, passing, instance }: Rescue): boolean {
  return instance === undefined && rescued === failing && passing > 0 && kept === passing;
}

/** It makes the failing run pass without spoiling most of the passing ones. */
export function isEvidence(rescue: Rescue): boolean {
  return scoreOf(rescue) > 0;
}

/**
 * A change of a single execution says less than one of all of them, which was tried in the other runs too. So does a value of another
 * run: it may only bring that run's result.
 */
const singleScore = 0.25;

/** The share of the runs that are right with a change; 0: none makes the failing run pass, or most passing runs then fail. */
function scoreOf(rescue: Rescue | undefined): number {
  if (!rescue) return 0;
  const { rescued, failing, kept, passing, instance } = rescue;
  if (instance !== undefined) return singleScore;
  if (kept * 2 < passing) return 0;
  const share = (rescued + kept) / (failing + passing);
  return rescue.change.kind === "value" && share < 1 ? Math.min(singleScore, share) : share;
}

function bestByLine(rescues: readonly Rescue[]): Map<string, Rescue> {
  const best = new Map<string, Rescue>();
  for (const rescue of rescues) {
    const key = lineKey(rescue.site);
    const known = best.get(key);
    if (!known || isBetter(rescue, known)) best.set(key, rescue);
  }
  return best;
}

function isBetter(one: Rescue, other: Rescue): boolean {
  return scoreOf(one) > scoreOf(other) || (scoreOf(one) === scoreOf(other) && kindOf(one) < kindOf(other));
}

function kindOf(rescue: Rescue | undefined): number {
  return rescue ? kinds.indexOf(rescue.change.kind) : kinds.length;
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const i = one.findIndex((each, n) => each !== other[n]);
  return i === -1 ? 0 : one[i]! - other[i]!;
}
