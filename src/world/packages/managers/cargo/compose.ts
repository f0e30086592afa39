import type { Crate } from "./lock.ts";
import type { CrateFor } from "./manifests.ts";
import { type CargoSide, type CrateMove, ownCrates } from "./side.ts";

interface Sides {
  readonly old: CargoSide;
  readonly new: CargoSide;
}

/** All that the project comes to require, with some crates as on the new side and the others as on the old one. */
export function composeCrates(sides: Sides, moves: readonly CrateMove[], isUpgraded: (name: string) => boolean) {
  const { keyOf, crates } = sides.new;
  const choose = choiceAmong(sides, moves, isUpgraded);
  const lines = new Map<string, string>();
  for (const { moved, keys, members } of moves)
    if (!isUpgraded(moved.name)) for (const member of members) lines.set(`${member} ${keys.new}`, keys.old);
  /** What a crate requires: those of the project require another line, perhaps. */
  const placeFor = (by: Crate, needed: Crate) => {
    const key = keyOf(needed);
    return (by.source === undefined && lines.get(`${by.name} ${key}`)) || key;
  };
  const composed = new Map<string, Crate & { needs: readonly Crate[] }>();
  const compose = (key: string): Crate => {
    const known = composed.get(key);
    if (known) return known;
    const crate = choose(key);
    const made = { ...crate, needs: [] as readonly Crate[] };
    composed.set(key, made);
    made.needs = [...new Set(crate.needs.map((each) => placeFor(crate, each)))].map(compose);
    return made;
  };
  const own = ownCrates(sides.new);
  for (const member of own) compose(keyOf(member));
  const crateFor: CrateFor = (member, isWanted) => {
    for (const by of own.filter(({ name }) => member === undefined || name === member)) {
      const needed = by.needs.find(isWanted);
      if (needed && crates.has(keyOf(needed))) return composed.get(placeFor(by, needed));
    }
    return undefined;
  };
  return { crates: [...composed.values()], crateFor };
}

/** Which side's entry stands at a key. */
function choiceAmong({ old, new: now }: Sides, moves: readonly CrateMove[], isUpgraded: (name: string) => boolean) {
  const inLines = moves.filter(({ members }) => members.size === 0);
  const held = new Set(inLines.filter(({ moved }) => !isUpgraded(moved.name)).map(({ keys }) => keys.new));
  const isMoved = new Set(inLines.map(({ keys }) => keys.new));
  const below = (some: readonly CrateMove[]) =>
    reachable(
      now,
      some.map(({ keys }) => keys.new),
    );
  const [belowMoved, belowUpgraded] = [below(moves), below(moves.filter(({ moved }) => isUpgraded(moved.name)))];
  return (key: string): Crate => {
    const [before, after] = [old.crates.get(key), now.crates.get(key)];
    if (!before || !after || after.source === undefined) return (after ?? before)!;
    if (isMoved.has(key)) return held.has(key) ? before : after;
    // The same version may require other crates, by the features that others ask of it.
    return belowMoved.has(key) && !belowUpgraded.has(key) ? before : after;
  };
}

/** All keys that some keys come to require, with them. */
function reachable({ crates, keyOf }: CargoSide, from: readonly string[]): Set<string> {
  const found = new Set(from);
  for (const key of found) for (const crate of crates.get(key)?.needs ?? []) found.add(keyOf(crate));
  return found;
}
