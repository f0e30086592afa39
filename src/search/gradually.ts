import type { DeltaSet } from "../core/delta-set.ts";
import { ask, type DeltaSearch } from "../core/search.ts";
import { auto } from "./auto.ts";

/** Blocks up to this size are left to the search that follows. */
const minBlockSize = 16;

/** Neighbouring deltas that were not left out together. */
interface Block {
  readonly set: DeltaSet;
  /** Without the block the test passed: at least one of its deltas is needed. */
  readonly needed: boolean;
}

/**
 * Simplifies from large blocks of neighbours to small ones, each block halved in every round, and the rest by `last`. Few
 * more tests than `auto` alone, but most of what can go is gone early, whatever the rest turns out to be like: what is
 * needed usually stands in clusters, and `auto` would look at every delta of the last cluster before it comes to the
 * next. Where one half of a needed block can go, the other one is known to be needed.
 */
export function gradually(failing: DeltaSet, last: (failing: DeltaSet) => DeltaSearch = auto): DeltaSearch {
  return halve({ failing, blocks: [{ set: failing, needed: true }], halves: [], last });
}

interface Round {
  readonly failing: DeltaSet;
  /** Still to be halved in this round; the last is next. */
  readonly blocks: readonly Block[];
  /** For the next round, the last first. */
  readonly halves: readonly Block[];
  readonly last: (failing: DeltaSet) => DeltaSearch;
}

function halve(round: Round): DeltaSearch {
  const { failing, last } = round;
  const block = round.blocks.at(-1);
  if (!block) {
    const blocks = round.halves.filter(({ set }) => set.size > minBlockSize).reverse();
    return blocks.length === 0 ? last(failing) : halve({ ...round, blocks, halves: [] });
  }
  const rest = { ...round, blocks: round.blocks.slice(0, -1) };
  if (block.set.size <= minBlockSize) return halve(rest);
  const [first, second] = [block.set.part(0, 2), block.set.part(1, 2)];
  return leaveOut(rest, second, {
    gone: (less) => (block.needed ? halve(keeping(less, first, true)) : tryFirst(less, first)),
    kept: (needed) => tryFirst(keeping(rest, second, needed), first),
  });
}

function tryFirst(round: Round, half: DeltaSet): DeltaSearch {
  return leaveOut(round, half, { gone: halve, kept: (needed) => halve(keeping(round, half, needed)) });
}

function keeping(round: Round, set: DeltaSet, needed: boolean): Round {
  return { ...round, halves: [...round.halves, { set, needed }] };
}

interface Cases {
  readonly gone: (less: Round) => DeltaSearch;
  readonly kept: (needed: boolean) => DeltaSearch;
}

function leaveOut(round: Round, half: DeltaSet, { gone, kept }: Cases): DeltaSearch {
  const rest = round.failing.minus(half);
  return ask(rest, round.failing, (outcome) =>
    outcome === "fail" ? gone({ ...round, failing: rest }) : kept(outcome === "pass"),
  );
}
