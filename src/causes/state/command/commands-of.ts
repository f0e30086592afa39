import { commandLine } from "../../../core/command-line.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import type { StateFinding } from "../finding.ts";
import { programOf, type StateRequest, type WhichRun } from "../request.ts";

/** What to type to see both runs; undefined: they run in surroundings that no line makes. */
export function commandsOf(request: StateRequest): StateFinding["commands"] {
  const { pass, surroundings } = request;
  if (surroundings !== undefined) return undefined;
  const passing = pass.length === 0 ? {} : { passing: programText(request, "pass") };
  return { ...passing, failing: programText(request, "fail") };
}

export function programText(request: StateRequest, which: WhichRun): string {
  const { command, stdin } = programOf(request, which);
  const text = commandLine(command);
  return stdin === undefined ? text : `${text} <${commandLine([shortPath(stdin, request.cwd)])}`;
}
