import { sample } from "../../../bench/random.ts";
import type { MaskKind } from "./flaws.ts";
import type { Maker } from "./maker.ts";

/** When something is wrong: from one version on until before another one. */
export interface Span {
  readonly kind: MaskKind;
  /** Nothing: from the root on. */
  readonly since: number | undefined;
  readonly cured: number;
}

export interface Timeline {
  readonly culprit: number;
  /** The one that is cured last comes first. */
  readonly masks: readonly Span[];
  readonly stretches: readonly Span[];
}

export interface Extent {
  readonly commits: number;
  readonly masks: number;
  readonly kinds: readonly MaskKind[];
  readonly stretches: number;
  /** The position of the culprit, where it is not left to chance. */
  readonly culprit: number | undefined;
}

const longestStretch = 30;

/** Which of the versions 0 … commits − 1 bring what. */
export function timeline(extent: Extent, maker: Maker): Timeline {
  const { commits, kinds } = extent;
  const culprit = extent.culprit ?? Math.max(3, Math.floor(commits * (0.15 + 0.35 * maker.next())));
  const room = commits - 2 - culprit;
  if (room <= extent.masks) throw new Error(`${commits} commits are too few for ${extent.masks} masks`);
  const cures = sample(extent.masks, room, maker.next).map((i) => culprit + 1 + i);
  const eternal = maker.below(extent.masks);
  const masks = cures.reverse().map((cured, i) => {
    const since = i === eternal || maker.chance(0.4) ? undefined : 1 + maker.below(culprit - 1);
    return { kind: maker.pick(kinds), since, cured };
  });
  return { culprit, masks, stretches: stretchesOf({ ...extent, culprit, masks }, maker) };
}

/** Runs of versions between what happens otherwise, in which nothing can be tested. */
function stretchesOf(
  { commits, kinds, stretches, culprit, masks }: Omit<Extent, "masks"> & Omit<Timeline, "stretches">,
  maker: Maker,
): Span[] {
  const happens = [0, culprit, commits - 1, ...masks.flatMap(({ since = 0, cured }) => [since, cured])];
  const times = [...new Set(happens)].sort((a, b) => a - b);
  const gaps = times.slice(1).map((to, i) => [times[i]! + 1, to - 1] as const);
  const wide = maker.shuffled(gaps.filter(([from, to]) => to > from));
  const kindOf = () => (kinds.includes("build") && maker.chance(0.5) ? "build" : "syntax");
  return wide.slice(0, stretches).map(([from, to]) => {
    const length = 1 + maker.below(Math.min(longestStretch, to - from));
    const since = from + maker.below(to - from - length + 1);
    return { kind: kindOf(), since, cured: since + length };
  });
}
