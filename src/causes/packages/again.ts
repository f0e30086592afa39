import { isAbsolute } from "node:path";
import { conditionWords } from "../../application/condition-words.ts";
import { shortPath } from "../../world/files/short-path.ts";
import type { ListedRequest } from "./listed/request.ts";
import type { LockedRequest } from "./locked/request.ts";
import type { PackagesRequest } from "./request.ts";

/** The words of the command that finds the same again. */
export function againWords(request: PackagesRequest | ListedRequest | LockedRequest): string[] {
  const { old, new: now, cwd, conditions, test } = request;
  const sides = [old, ...(now === undefined ? [] : [now])].map((named) =>
    // What is not absolute may be a revision.
    isAbsolute(named) ? shortPath(named, cwd) : named,
  );
  return ["culprit", "packages", ...sides, ...optionsOf(request), ...conditionWords(conditions), "--", ...test];
}

function optionsOf(request: PackagesRequest | ListedRequest | LockedRequest): string[] {
  if ("install" in request) return ["--install", request.install];
  const { build, fresh, good } = request;
  return [
    ...("manager" in request ? ["--manager", request.manager] : []),
    ...(build === undefined ? [] : ["--build", build]),
    ...(fresh ? ["--fresh"] : []),
    ...(good === undefined ? [] : ["--keep-good"]),
    ...("deeper" in request && request.deeper ? ["--deeper"] : []),
  ];
}
