import { isInRange } from "../../version-range.ts";
import { type DirectSide, directEdits, type FileEdit, rangeFor } from "../direct-dependencies.ts";
import { nearestVersion } from "../lock-graph.ts";
import type { MovedPackage } from "../manager.ts";
import { dependenciesIn } from "../package-manifest.ts";
import { type Counterparts, otherSide } from "../pair-sides.ts";
import { movementOf, type SideName } from "../parts.ts";
import { layOut, type Required } from "./lay-out.ts";
import { type BunLockfile, type BunPackage, type BunParent, bunLockfileText, isWorkspace } from "./lockfile.ts";

export interface BunSide extends DirectSide {
  readonly lockfile: BunLockfile;
}

/** Both sides, and what differs. */
export interface BunDifference {
  readonly old: BunSide;
  readonly now: BunSide;
  readonly moved: readonly MovedPackage[];
  readonly paired: Counterparts;
}

/** The lockfile of a candidate, and what its manifests have otherwise than those of the new side. */
export interface Composed {
  readonly text: string;
  readonly edits: readonly FileEdit[];
}

/** bun installs what its lockfile says; only what package.json itself asks for has to be in the range there. */
export function composeBun(difference: BunDifference, isUpgraded: (id: string) => boolean): Composed {
  const { now } = difference;
  const choose = chooser(difference, isUpgraded);
  const listed = directEdits(difference, isUpgraded);
  const projects = Array.from(now.lockfile.workspaces, ([folder, { name, requires }]) => {
    const own = listed.filter((each) => folderOf(each) === folder);
    const left = [...requires].filter(([each]) => own.every((edit) => edit.name !== each));
    const added = own.flatMap(({ name, range }) => (range === undefined ? [] : [[name, range] as const]));
    const place = folder === "" ? [] : [name];
    return { folder, place, requires: chosen({ folder }, new Map([...left, ...added])) };
  });
  const edits = [...listed, ...projects.flatMap((each) => rangeEdits(difference, each))];
  const placed = layOut(projects, (id) => chosen({ id }, packageIn(difference, id)?.requires ?? new Map()));
  const packages = new Map([...workspacesIn(now.lockfile), ...placed]);
  return { text: bunLockfileText(editHead(now.lockfile.head, edits), packages), edits };

  function chosen(parent: BunParent, requires: ReadonlyMap<string, string>): Required {
    const all = Array.from(requires, ([name, range]) => [name, choose(parent, name, range)] as const);
    return new Map(all.filter((each): each is [string, BunPackage] => each[1] !== undefined));
  }
}

/** What a project has to ask for to get the versions chosen for it. */
function rangeEdits(
  { old, now }: BunDifference,
  { folder, requires }: { readonly folder: string; readonly requires: Required },
): FileEdit[] {
  return now.direct.flatMap((each) => {
    const { file, kind, name, range } = each;
    const version = folderOf(each) === folder ? requires.get(name)?.version : undefined;
    if (version === undefined) return [];
    const before = old.direct.find((other) => other.file === file && other.name === name)?.range;
    const wanted = rangeFor(version, { now: range, old: before });
    return wanted === range ? [] : [{ file, kind, name, range: wanted }];
  });
}

/** Of those who require a package under a name, each gets it from the side that it is to be taken from. */
function chooser({ old, now, moved, paired }: BunDifference, isUpgraded: (id: string) => boolean) {
  const { sideFor } = movementOf(moved, isUpgraded);
  const sides = { old: old.lockfile, new: now.lockfile };
  return (parent: BunParent, name: string, range: string): BunPackage | undefined => {
    const side = sides.new.target(parent, name) ? "new" : "old";
    const own = sides[side].target(parent, name);
    if (!own || isWorkspace(own)) return own;
    const there = sides[otherSide(side)];
    const twin = "id" in parent ? paired.counterpart(side, parent.id) : undefined;
    const other = there.target(parent, name) ?? (twin === undefined ? undefined : there.target({ id: twin }, name));
    const same = other?.name === own.name ? other : undefined;
    const versions = { [side]: own.version, [otherSide(side)]: same?.version } as Record<SideName, string | undefined>;
    const wanted = sideFor({ name: own.name, ...versions }) ?? side;
    if (wanted === side) return own;
    if (same) return same;
    const alike = paired.named(wanted, own.name);
    const allowed = alike.filter(({ version }) => isInRange(version, range) === true);
    const nearest = nearestVersion(own.version, allowed.length > 0 ? allowed : alike);
    return nearest ? there.packages.get(nearest.key) : own;
  };
}

function packageIn({ old, now }: BunDifference, id: string): BunPackage | undefined {
  return now.lockfile.packages.get(id) ?? old.lockfile.packages.get(id);
}

/** The projects of the workspace are at the root, where others find them. */
function workspacesIn({ packages }: BunLockfile): Map<string, BunPackage> {
  return new Map([...packages.values()].filter(isWorkspace).map((each) => [each.name, each]));
}

/** What the lockfile says of the manifests has to agree with them. */
function editHead(head: BunLockfile["head"], edits: readonly FileEdit[]): BunLockfile["head"] {
  const workspaces = Object.entries((head.workspaces ?? {}) as Readonly<Record<string, Record<string, unknown>>>);
  return {
    ...head,
    workspaces: Object.fromEntries(workspaces.map(([folder, each]) => [folder, edited(folder, each)])),
  };

  function edited(folder: string, manifest: Record<string, unknown>): Record<string, unknown> {
    const result = { ...manifest };
    for (const { kind, name, range } of edits.filter((each) => folderOf(each) === folder)) {
      const { [name]: _, ...others } = dependenciesIn(result, kind);
      const all = range === undefined ? others : { ...others, [name]: range };
      const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
      if (Object.keys(sorted).length > 0) result[kind] = sorted;
      else delete result[kind];
    }
    return result;
  }
}

function folderOf({ file }: FileEdit): string {
  return file === "package.json" ? "" : file.slice(0, -"/package.json".length);
}
