import type { BrokenAssumption } from "../../../core/finding.ts";
import { confirm } from "../../../run/confirm.ts";
import type { LockedContext } from "../../../versions/packages/locked/locked-context.ts";
import type { WatchedWorld } from "./locked-worlds.ts";

interface WatchedWorlds {
  readonly watchedWorld: (files: ReadonlyMap<string, string>) => WatchedWorld;
}

/** The files of a good candidate, and whether the test passed with them as they are. */
export interface ConfirmedGood {
  readonly files: ReadonlyMap<string, string>;
  readonly broken: readonly BrokenAssumption[];
}

/**
 * Runs the test with the files of a good candidate. What the manager completes in them belongs to the result, and then has to do as
 * it is: whoever takes it may have forbidden the manager to change it.
 */
export async function confirmGood(
  context: Pick<LockedContext, "run" | "manager">,
  worlds: WatchedWorlds,
  files: ReadonlyMap<string, string>,
): Promise<ConfirmedGood> {
  const first = await confirmOnce(context, worlds, files);
  if (first.broken.length > 0 || isSame(first.files, files)) return first;
  const second = await confirmOnce(context, worlds, first.files);
  if (second.broken.length > 0 || isSame(second.files, first.files)) return second;
  const seen = `${context.manager.name} changes the good lockfile whenever it uses it.`;
  return { ...second, broken: [{ assumption: "consistent", seen }] };
}

async function confirmOnce(
  { run, manager }: Pick<LockedContext, "run" | "manager">,
  { watchedWorld }: WatchedWorlds,
  files: ReadonlyMap<string, string>,
): Promise<ConfirmedGood> {
  const { world, left } = watchedWorld(files);
  const broken = await confirm(run, [{ world, outcome: "pass", name: "good lockfile" }]);
  if (broken.length > 0) return { files, broken };
  return { files: withCompleted(files, manager.completes ?? [], left), broken };
}

/** A file may be there under the manager's name for it and under the user's. */
export function withCompleted(
  files: ReadonlyMap<string, string>,
  completes: readonly string[],
  left: (path: string) => string | undefined,
): ReadonlyMap<string, string> {
  const completed = new Map(files);
  for (const name of completes) {
    const [before, after] = [files.get(name), left(name)];
    if (before === undefined || after === undefined || after === before) continue;
    for (const [path, text] of files) if (text === before) completed.set(path, after);
  }
  return completed;
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return [...one].every(([path, text]) => other.get(path) === text);
}
