import type { LockedContext } from "../../../versions/packages/locked/locked-context.ts";

/**
 * The files of a candidate that are the project's own. Left out are those that only its installation reads, and a lockfile that
 * the user named besides the project's.
 */
export function branchFiles(
  { manager, sides, difference }: Pick<LockedContext, "manager" | "sides" | "difference">,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const { lockfile } = sides.new;
  const [usual] = manager.lockfiles;
  const { companions = [], temporary = [] } = difference;
  const isAnother = lockfile !== usual && files.has(usual!);
  const left = new Set([...temporary, ...(isAnother ? [lockfile, ...companions] : [])]);
  return new Map([...files].filter(([path]) => !left.has(path)));
}
