import { isAbsolute } from "node:path";
import type { MemoryGraph } from "../../../../runtimes/protocol/state.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { exactScopeOf } from "./access-path.ts";
import type { StateDifference } from "./differences.ts";

/** What differs at a place, and the calls that are open there. */
interface ComparedPlace {
  readonly differences: readonly StateDifference[];
  readonly stack: MemoryGraph["stack"];
}

/** The names of the values that differ at a place; those of two different variables are told apart by their scopes. */
export function namesAt({ differences, stack }: ComparedPlace, cwd: string) {
  const scopes = new Map<string, Set<string>>();
  for (const each of differences)
    scopes.set(each.name, (scopes.get(each.name) ?? new Set()).add(exactScopeOf(each, stack)));
  const isAlike = ({ name }: StateDifference) => (scopes.get(name)?.size ?? 0) > 1;
  const nameOf = (each: StateDifference) =>
    isAlike(each) ? `${each.name} in ${exactScope(each, stack, cwd)}` : each.name;
  return { isAlike, nameOf };
}

export function exactScope(each: StateDifference, stack: MemoryGraph["stack"], cwd: string): string {
  return exactScopeOf(each, stack, (file) => shortScope(file, cwd));
}

/** A scope is a file or a function. */
export function shortScope(scope: string, cwd: string): string {
  return isAbsolute(scope) ? shortPath(scope, cwd) : scope;
}
