import { resolve } from "node:path";
import type { Suspect } from "../../../lines/rank-suspects.ts";
import type { LineFindings } from "../../../lines/suspects.ts";
import type { Rescue } from "../../../lines/try-changes.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { sourceLines } from "../../../world/files/source-lines.ts";
import type { LineChange, StateFinding, SuspectLine } from "../finding.ts";
import type { Transition } from "../follow/rank.ts";
import type { StateRequest } from "../request.ts";

/** The suspects as they are reported. */
export function suspectEntries(
  request: StateRequest,
  { suspects, tried, possible }: LineFindings,
  transitions: readonly Transition[],
): Pick<StateFinding, "suspects" | "changesTried"> {
  if (suspects.length === 0) return {};
  const textOf = lineReader(request.cwd);
  return {
    suspects: suspects.map((each): SuspectLine => {
      const transition = transitions.findIndex(({ before }) => isAt(each, before.found?.stack[0]));
      const text = textOf(each.file, each.line);
      return {
        file: shortPath(each.file, request.cwd),
        line: each.line,
        ...(text === undefined ? {} : { text }),
        ...(each.rescue ? { change: changeEntry(each.rescue) } : {}),
        executed: { failing: each.coverage.failing, passing: each.coverage.passing },
        ...(transition === -1 ? {} : { transition }),
      };
    }),
    changesTried: { tried, possible },
  };
}

function isAt({ file, line }: Suspect, frame: { readonly file: string; readonly line: number } | undefined): boolean {
  return frame?.file === file && frame.line === line;
}

function changeEntry({ site, change, instance, rescued, failing, kept, passing }: Rescue): LineChange {
  const only = instance === undefined ? {} : { instance };
  return { kind: change.kind, code: site.text, to: change.text ?? change.id, ...only, rescued, failing, kept, passing };
}

function lineReader(cwd: string): (file: string, line: number) => string | undefined {
  const known = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = known.get(file) ?? sourceLines(resolve(cwd, file));
    known.set(file, lines);
    return lines[line - 1]?.trim();
  };
}
