import type { LockDifference, SideFiles } from "../manager.ts";
import { dependentsFirst, type RequirementGraph, waysTo } from "../requirement-graph.ts";
import { composeCrates } from "./compose.ts";
import { type Crate, lineOf, readCargoLock, writeCargoLock } from "./lock.ts";
import { editedManifests, editText, nameInCargoToml, projectManifests, requirementEdits } from "./manifests.ts";
import { type CargoSide, type CrateMove, keysFor, ownCrates, sideOf } from "./side.ts";

type Move = Omit<CrateMove, "moved"> & { readonly before: Crate; readonly after: Crate };

/**
 * Compares two lockfiles. Cargo has at most one crate of each line of compatible versions (1.x, 0.3.x), and treats several lines of
 * one name as if they were several crates; so do we. What is on one side only follows from what requires it.
 */
export function compareCargo(old: SideFiles, now: SideFiles): LockDifference {
  const locks = { old: readCargoLock(old), new: readCargoLock(now) };
  const keyOf = keysFor([locks.old, locks.new]);
  const sides = { old: sideOf(locks.old, keyOf), new: sideOf(locks.new, keyOf) };
  const moves = movesBetween(sides.old, sides.new, nameInCargoToml(now));
  const manifests = projectManifests(now);
  const compose = (isUpgraded: (name: string) => boolean) => {
    const { crates, crateFor } = composeCrates(sides, moves, isUpgraded);
    return { text: writeCargoLock({ ...locks.new, crates }), edits: requirementEdits(manifests, old, crateFor) };
  };
  return {
    manifests: [...new Set([...projectManifests(old), ...manifests].map(({ path }) => path))],
    packages: moves.map(({ moved }) => moved),
    compose: (isUpgraded) => {
      const { text, edits } = compose(isUpgraded);
      // Cargo itself reads no file of another name.
      return new Map([[now.lockfile, text], ["Cargo.lock", text], ...editedManifests(edits)]);
    },
    manifestNeeds: (isUpgraded) => compose(isUpgraded).edits.map(editText),
  };
}

function movesBetween(old: CargoSide, now: CargoSide, project: string | undefined): CrateMove[] {
  const graph = graphOf(now);
  const ways = waysFrom(now, project);
  const order = new Map(dependentsFirst(graph).map((key, i) => [key, i]));
  const all = [...movesInLines(old, now), ...lineChanges(old, now)];
  const isSeveral = (crate: Crate) => all.filter(({ after }) => after.name === crate.name).length > 1;
  return all
    .sort((a, b) => (order.get(a.keys.new) ?? 0) - (order.get(b.keys.new) ?? 0))
    .map(({ before, after, keys, members }) => {
      const otherLine = keys.old === keys.new ? "" : `→${lineOf(after.version)}`;
      const requiredBy = members.size > 0 ? [] : (ways.get(keys.new) ?? []);
      const name = isSeveral(after) ? `${keys.old}${otherLine}` : after.name;
      return { moved: { name, ...versionsOf(before, after), requiredBy }, keys, members };
    });
}

function movesInLines(old: CargoSide, now: CargoSide): Move[] {
  return [...now.crates].flatMap(([key, after]) => {
    const before = old.crates.get(key);
    const isMoved =
      before && after.source !== undefined && (before.version !== after.version || before.source !== after.source);
    return isMoved ? [{ before, after, keys: { old: key, new: key }, members: new Set<string>() }] : [];
  });
}

/** What the crates of the project require of another line than before, as their manifests say. */
function lineChanges(old: CargoSide, now: CargoSide): Move[] {
  const changes = new Map<string, Move & { readonly members: Set<string> }>();
  for (const member of ownCrates(now)) {
    const earlier = ownCrates(old).find(({ name }) => name === member.name);
    for (const after of member.needs) {
      const named = (owner: Crate | undefined) => (owner?.needs ?? []).filter(({ name }) => name === after.name);
      const [before, ...more] = named(earlier);
      if (!before || more.length > 0 || named(member).length > 1 || after.source === undefined) continue;
      const keys = { old: old.keyOf(before), new: now.keyOf(after) };
      if (keys.old === keys.new) continue;
      const id = `${keys.old} ${keys.new}`;
      const change = changes.get(id) ?? { before, after, keys, members: new Set<string>() };
      change.members.add(member.name);
      changes.set(id, change);
    }
  }
  return [...changes.values()];
}

function graphOf(side: CargoSide): RequirementGraph {
  const required = ownCrates(side).flatMap(({ needs }) => needs.filter(({ source }) => source !== undefined));
  return { roots: required.map(side.keyOf), needs: (key) => side.crates.get(key)!.needs.map(side.keyOf) };
}

/** For each crate, the names of those that lead to it, from the project or, if it does not require it, from another crate of the workspace. */
function waysFrom(side: CargoSide, project: string | undefined): ReadonlyMap<string, readonly string[]> {
  const own = ownCrates(side);
  const isProject = ({ name }: Crate) => name === project;
  const roots = [...own.filter(isProject), ...own.filter((each) => !isProject(each))].map(side.keyOf);
  const { needs } = graphOf(side);
  const names = (way: readonly string[]) => way.map((key) => side.crates.get(key)!.name);
  const ways = Array.from(waysTo({ roots, needs }), ([key, way]) => [key, names(way)] as const);
  return new Map(
    ways.map(([key, [first, ...rest]]) => [key, first === undefined || first === project ? rest : [first, ...rest]]),
  );
}

/** Versions or, where these are the same, the commits of a repository. */
function versionsOf(old: Crate, now: Crate): { old: string; new: string } {
  const text = (crate: Crate) => {
    const [, commit] = /#([0-9a-f]{7})[0-9a-f]*$/.exec(crate.source ?? "") ?? [];
    return old.version === now.version && commit !== undefined ? `${crate.version} (${commit})` : crate.version;
  };
  return { old: text(old), new: text(now) };
}
