import type { CauseEntry } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import type { Composed } from "../../world/packages/composed-lockfile.ts";
import { overridesOf } from "../../world/packages/install.ts";
import { manifestText, type Overrides } from "../../world/packages/manifest-text.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import { upgradeList } from "./upgrade-list.ts";

/** The lockfile of `--keep-good`, and what was shown of it. */
export interface GoodLockfile extends Pick<Composed, "ranges"> {
  readonly overrides: Overrides;
  readonly heldBack: readonly CauseEntry[];
  /** Upgrades of packages that nothing in the lockfile requires. */
  readonly leftOut: readonly CauseEntry[];
  readonly kept: number;
  /** The search came to its end, npm has installed the lockfile, and the test has passed with it. */
  readonly isShown: boolean;
  /** How many upgrades a larger set has that passes, but that npm does not install. */
  readonly refused?: number;
}

export function goodLockfileNotes(sides: PackageSides, good: GoodLockfile): string[] {
  const { heldBack, leftOut, kept, isShown, refused } = good;
  const pass = kept === 1 ? "passes" : "pass together";
  const how = isShown ? `${pass}, installed by npm ci` : pass;
  const total = kept + heldBack.length + leftOut.length;
  const all = `${kept} of the ${total} upgrades ${how}; held back: ${upgradeList(heldBack)}.`;
  const unneeded = `Left out as well, because nothing in that lockfile requires ${leftOut.length === 1 ? "it" : "them"}: ${upgradeList(leftOut)}.`;
  const larger = `Package by package ${refused} upgrades pass, but npm ci does not install them together.`;
  return [
    all,
    ...(leftOut.length > 0 ? [unneeded] : []),
    ...(refused === undefined ? [] : [larger]),
    ...(isShown ? [howLarge(good)] : []),
    ...requirementNotes(sides, good),
  ];
}

function howLarge({ heldBack, refused }: GoodLockfile): string {
  if (refused !== undefined) return "No other group of packages that need each other can be added.";
  return heldBack.length === 1
    ? `With ${upgradeList(heldBack)} as well, the test does not pass.`
    : "Each of these was tried with all that are kept: none can be added.";
}

/** What the user must change in package.json for the lockfile. */
function requirementNotes(sides: PackageSides, { ranges, overrides }: GoodLockfile): string[] {
  const now = overridesOf(sides.new);
  const other = Object.keys({ ...now, ...overrides }).filter((name) => !isSame(now[name], overrides[name]));
  const gone = other.filter((name) => overrides[name] === undefined);
  const added = other.filter((name) => overrides[name] !== undefined).map((name) => [name, overrides[name]] as const);
  const requirements = [
    ...[...ranges].map(([name, range]) => (range === undefined ? `no ${name}` : `"${name}": "${range}"`)),
    ...gone.map((name) => `no override of ${name}`),
    ...(added.length > 0 ? [manifestText({ overrides: Object.fromEntries(added) })] : []),
  ];
  return requirements.length === 0 ? [] : [`For that lockfile package.json must have ${listText(requirements)}.`];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
