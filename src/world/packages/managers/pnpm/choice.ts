import { nearestVersion } from "../lock-graph.ts";
import type { MovedPackage } from "../manager.ts";
import type { Counterparts, SideName, Sides } from "./counterparts.ts";
import { baseOf, nameOf, versionOf } from "./lockfile.ts";

/** A package of a candidate: a snapshot of one side, whose references may lead to the other one. */
export interface ChosenSnapshot {
  readonly side: SideName;
  readonly key: string;
  /** The chosen packages by the names under which it requires them. */
  readonly requires: ReadonlyMap<string, string>;
}

/** All that decides which side a package is taken from. */
export interface Choice {
  readonly sides: Sides;
  readonly paired: Counterparts;
  readonly moved: ReadonlyMap<string, MovedPackage>;
  readonly isUpgraded: (name: string) => boolean;
}

/** The side of a key; one of both sides is one package.*/
export function sideOf({ sides, moved, isUpgraded }: Choice, key: string): SideName {
  if (!sides.new.snapshots.has(key)) return "old";
  if (!sides.old.snapshots.has(key)) return "new";
  return moved.has(nameOf(key)) && !isUpgraded(nameOf(key)) ? "old" : "new";
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
function wantedSide({ moved, isUpgraded }: Choice, { side, own, other }: Edge): SideName {
  const name = nameOf(own!);
  const sideOfMoved = (each: string) => (isUpgraded(each) ? "new" : "old");
  if (moved.has(name)) return sideOfMoved(name);
  if (other === undefined || baseOf(other) !== baseOf(own!)) return side;
  const peers = [...moved.keys()].filter((peer) => peersWith(own!, peer) !== peersWith(other, peer));
  const wanted = new Set(peers.map(sideOfMoved));
  return wanted.size === 1 ? [...wanted][0]! : side;
}

/** The peers of that name, as they are in a key. */
function peersWith(key: string, peer: string): string {
  return key
    .split("(")
    .filter((each) => each.startsWith(`${peer}@`))
    .join();
}
