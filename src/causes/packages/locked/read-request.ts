import { join } from "node:path";
import { readConditions } from "../../../application/options.ts";
import type { Words } from "../../../application/words.ts";
import { UserError } from "../../../core/user-error.ts";
import { readGoodPaths } from "../good-paths.ts";
import { lockedHashes, readLocked } from "./read-locked.ts";
import type { LockedRequest } from "./request.ts";

/** What goes with packages of npm only. */
const forNpm = ["deeper", "engine"];

/** Makes a request about lockfiles of a manager that installs every candidate itself. */
export function readLockedRequest(
  words: Words,
  named: Pick<LockedRequest, "old" | "new" | "cwd" | "manager" | "test" | "build">,
): LockedRequest {
  const { cwd, manager, test } = named;
  const wrong = forNpm.find((name) => words.has(name) || words.value(name) !== undefined);
  if (wrong !== undefined) throw new UserError(`--${wrong} is for npm's packages only, and these are ${manager}'s.`);
  const sides = readLocked(named);
  const { home, inside } = sides.project;
  const folder = home === undefined ? cwd : join(home, inside);
  const good = readGoodPaths(words, { folder, name: sides.new.lockfile, test, cwd });
  const request: LockedRequest = {
    ...named,
    ...{ goal: "isolate", search: "auto", causes: 1, fresh: words.has("fresh"), contents: [] },
    ...(good === undefined ? {} : { good }),
    conditions: readConditions(words),
  };
  return { ...request, contents: lockedHashes(request, sides) };
}
