import { nearestVersion } from "../lock-graph.ts";
import { type Counterparts, otherSide } from "../pair-sides.ts";
import type { Movement, SideName } from "../parts.ts";
import { baseOf, nameOf, type PnpmLockfile, versionOf } from "./lockfile.ts";

/** A package of a candidate: a snapshot of one side, whose references may lead to the other one. */
export interface ChosenSnapshot {
  readonly side: SideName;
  readonly key: string;
  /** The chosen packages by the names under which it requires them. */
  readonly requires: ReadonlyMap<string, string>;
}

/** All that decides which side a package is taken from. */
export interface Choice extends Movement {
  readonly sides: Readonly<Record<SideName, PnpmLockfile>>;
  readonly paired: Counterparts;
  /** The names of what moved. */
  readonly moved: ReadonlySet<string>;
}

/** The side of a key; one of both sides is one package.*/
export function sideOf({ sides, sideFor }: Choice, key: string): SideName {
  if (!sides.new.snapshots.has(key)) return "old";
  if (!sides.old.snapshots.has(key)) return "new";
  return sideFor({ name: nameOf(key), old: undefined, new: undefined }) ?? "new";
}

interface Edge {
  readonly side: SideName;
  /** What it leads to on its own side; undefined: a link. */
  readonly own: string | undefined;
  /** What it leads to on the other side, if there is such a thing. */
  readonly other: string | undefined;
}

/** The package that a reference of a candidate leads to; undefined: a link, which stays as it is. */
export function chooseTarget(choice: Choice, { side, own, other }: Edge): string | undefined {
  if (own === undefined) return undefined;
  const name = nameOf(own);
  const wanted = wantedSide(choice, { side, own, other });
  if (wanted === side) return own;
  if (other !== undefined && nameOf(other) === name) return other;
  const version = versionOf(choice.sides[side], own);
  return nearestVersion(version, choice.paired.named(wanted, name))?.key ?? own;
}

/** A package that did not move itself is taken from where its peers are from. */
function wantedSide({ sides, moved, sideFor }: Choice, { side, own, other }: Edge): SideName {
  const name = nameOf(own!);
  const found = {
    [side]: versionOf(sides[side], own!),
    [otherSide(side)]: other && nameOf(other) === name ? versionOf(sides[otherSide(side)], other) : undefined,
  } as Record<SideName, string | undefined>;
  const chosen = sideFor({ name, ...found });
  if (chosen !== undefined) return chosen;
  if (other === undefined || baseOf(other) !== baseOf(own!)) return side;
  const wanted = new Set(
    [...moved].flatMap((peer) => {
      const [here, there] = [peersWith(own!, peer), peersWith(other, peer)];
      if (here === there) return [];
      const versions = { [side]: peerVersion(here), [otherSide(side)]: peerVersion(there) };
      return sideFor({ name: peer, ...(versions as Record<SideName, string | undefined>) }) ?? [];
    }),
  );
  return wanted.size === 1 ? [...wanted][0]! : side;
}

/** `18.3.1` of `react@18.3.1)`. */
export function peerVersion(text: string): string | undefined {
  return /^.[^@]*@([^()]+)/.exec(text)?.[1];
}

/** The peers of that name, as they are in a key. */
function peersWith(key: string, peer: string): string {
  return key
    .split("(")
    .filter((each) => each.startsWith(`${peer}@`))
    .join();
}
