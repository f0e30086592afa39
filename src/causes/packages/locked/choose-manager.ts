import { listText } from "../../../core/list-text.ts";
import { UserError } from "../../../core/user-error.ts";
import { type ManagerName, managerNames } from "../../../world/packages/managers/manager.ts";
import { managerOfFile } from "../../../world/packages/managers/managers.ts";
import { lockfiles, otherLockfiles } from "../../../world/packages/package-list.ts";
import type { LocatedSide, LocatedSides } from "../locate-side.ts";

/** A manager, and what its lockfile is called on both sides. */
export interface ChosenManager {
  readonly manager: ManagerName;
  readonly old: string;
  readonly new: string;
}

/**
 * The manager whose lockfiles are compared. Where a project has lockfiles of several, the one whose lockfiles differ is meant;
 * `wanted` is the user's choice.
 */
export function chooseManager(sides: LocatedSides, wanted?: string): ChosenManager {
  const name = wanted === undefined ? undefined : managerNamed(wanted);
  const all = lockfilesOf(sides, name);
  if (all.length <= 1) return all[0] ?? usualLockfile(name ?? "npm");
  const differing = all.filter(({ old, new: now }) => textOf(sides.old, old) !== textOf(sides.new, now));
  const managers = [...new Set(differing.map(({ manager }) => manager))];
  if (managers.length <= 1) return differing[0] ?? all[0]!;
  const files = differing.map((each) => each.new);
  throw new UserError(
    `${listText(files)} ${files.length === 2 ? "both" : "all"} differ: say which one installs the packages of the test, with --manager ${managers.join("|")}.`,
  );
}

/** Where a side has none of this manager, the message about that names this file. */
function usualLockfile(manager: ManagerName): ChosenManager {
  const file = otherLockfiles.find((each) => managerOfFile(each) === manager) ?? lockfiles[1]!;
  return { manager, old: file, new: file };
}

function managerNamed(wanted: string): ManagerName {
  const name = managerNames.find((each) => each === wanted);
  if (name === undefined) throw new UserError(`--manager is one of ${listText(managerNames)}, not ${wanted}.`);
  return name;
}

function lockfilesOf({ old, new: now }: LocatedSides, wanted: ManagerName | undefined): ChosenManager[] {
  const [before, after] = [filesOf(old, wanted), filesOf(now, wanted)];
  return [...before].flatMap(([manager, file]) => {
    const other = after.get(manager);
    return other === undefined ? [] : [{ manager, old: file, new: other }];
  });
}

/** The lockfile of each manager on one side; under the file's own name, which may be any if the user says whose it is. */
function filesOf({ file, read }: LocatedSide, wanted: ManagerName | undefined): Map<ManagerName, string> {
  const files = file === undefined ? [...lockfiles, ...otherLockfiles].filter((name) => read(name)) : [file];
  const found = new Map<ManagerName, string>();
  for (const name of files) {
    const manager = file === undefined ? managerOfFile(name) : (wanted ?? managerOfFile(name) ?? "npm");
    if (manager !== undefined && (wanted ?? manager) === manager && !found.has(manager)) found.set(manager, name);
  }
  return found;
}

function textOf({ read }: LocatedSide, file: string): string {
  return Buffer.from(read(file) ?? []).toString("utf8");
}
