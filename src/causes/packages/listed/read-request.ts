import { resolve } from "node:path";
import { asksForEngine } from "../../../application/engine-options.ts";
import { readConditions, readShellCommand, readTest } from "../../../application/options.ts";
import type { Words } from "../../../application/words.ts";
import { commandLine } from "../../../core/command-line.ts";
import { UserError } from "../../../core/user-error.ts";
import { readLists } from "./read-lists.ts";
import type { ListedRequest } from "./request.ts";
import { differingVersions } from "./version-list.ts";

/** What goes with packages of npm only. */
const forNpm = ["build", "fresh", "keep-good", "deeper", "output", "manager"];

/** Makes a request of `culprit packages OLD NEW --install CMD -- TEST`. */
export function readListedRequest(words: Words, cwd: string): ListedRequest {
  const other = forNpm.find((name) => words.has(name) || words.value(name) !== undefined);
  const wrong = other ?? (asksForEngine(words) ? "engine" : undefined);
  if (wrong !== undefined) throw new UserError(`--${wrong} and --install exclude each other: use one of them.`);
  const [old, now, ...more] = words.positionals;
  if (old === undefined || now === undefined || more.length > 0)
    throw new UserError("Which two lists? culprit packages OLD.txt NEW.txt --install 'CMD {}' -- TEST…");
  const install = readShellCommand(words, "install")!;
  const test = readTest(words, `packages ${commandLine([old, now, "--install", install])} -- ./test.sh {}`);
  const paths = { old: resolve(cwd, old), new: resolve(cwd, now), cwd };
  const lists = readLists(paths);
  if (differingVersions(lists.old, lists.now).length === 0)
    throw new UserError(`${old} and ${now} list the same versions: there is no difference to search.`);
  return {
    ...{ ...paths, test, install, goal: "isolate", search: "auto", causes: 1 },
    contents: lists.contents,
    conditions: readConditions(words),
  };
}
