import { join } from "node:path";
import { asksForEngine } from "../../../application/engine-options.ts";
import { readConditions } from "../../../application/options.ts";
import type { Words } from "../../../application/words.ts";
import { UserError } from "../../../core/user-error.ts";
import { readGoodPaths } from "../good-paths.ts";
import { lockedHashes, readLocked } from "./read-locked.ts";
import type { LockedRequest } from "./request.ts";

/** Makes a request about lockfiles of a manager that installs every candidate itself. */
export function readLockedRequest(
  words: Words,
  named: Pick<LockedRequest, "old" | "new" | "cwd" | "manager" | "test" | "build">,
): LockedRequest {
  const { cwd, manager, test } = named;
  if (asksForEngine(words)) throw new UserError(`--engine is for npm's packages only, and these are ${manager}'s.`);
  const sides = readLocked(named);
  const { home, inside } = sides.project;
  const folder = home === undefined ? cwd : join(home, inside);
  const good = readGoodPaths(words, { folder, name: sides.new.lockfile, test, cwd });
  const request: LockedRequest = {
    ...named,
    ...{ goal: "isolate", search: "auto", causes: 1, contents: [] },
    ...{ fresh: words.has("fresh"), deeper: words.has("deeper") },
    ...(good === undefined ? {} : { good }),
    conditions: readConditions(words),
  };
  return { ...request, contents: lockedHashes(request, sides) };
}
