import { resolve } from "node:path";
import { clipAroundDifference } from "../core/clip-around-difference.ts";
import { shortPath } from "../world/files/short-path.ts";
import { sourceLines } from "../world/files/source-lines.ts";
import type { LineChange, SuspectLine, SuspectLines } from "./finding.ts";
import type { Suspect } from "./rank-suspects.ts";
import type { LineFindings } from "./suspects.ts";
import type { Rescue } from "./try-changes.ts";

/** A line of a file, by its absolute path. */
interface Place {
  readonly file: string;
  readonly line: number;
}

/** The suspects as they are reported; `transitions`: where the cause moves, if that is known. */
export function suspectEntries(
  cwd: string,
  { suspects, tried, possible }: LineFindings,
  transitions: readonly (Place | undefined)[] = [],
): SuspectLines {
  if (suspects.length === 0) return {};
  const textOf = lineReader(cwd);
  return {
    suspects: suspects.map((each): SuspectLine => {
      const transition = transitions.findIndex((place) => isAt(each, place));
      const text = textOf(each.file, each.line);
      return {
        file: shortPath(each.file, cwd),
        line: each.line,
        ...(text === undefined ? {} : { text }),
        ...(each.rescue ? { change: changeEntry(each.rescue) } : {}),
        ...(each.named === undefined ? {} : { named: each.named }),
        executed: { failing: each.coverage.failing, passing: each.coverage.passing },
        ...(transition === -1 ? {} : { transition }),
      };
    }),
    changesTried: { tried, possible },
  };
}

function isAt({ file, line }: Suspect, place: Place | undefined): boolean {
  return place?.file === file && place.line === line;
}

/** Length of code that is shown; of longer code, the part around the difference. */
const maxCodeLength = 100;

function changeEntry({ site, change, instance, rescued, failing, kept, passing }: Rescue): LineChange {
  const only = instance === undefined ? {} : { instance };
  const [code, to] = clipAroundDifference(site.text, change.text ?? change.id, maxCodeLength);
  return { kind: change.kind, code, to, ...only, rescued, failing, kept, passing };
}

function lineReader(cwd: string): (file: string, line: number) => string | undefined {
  const known = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = known.get(file) ?? sourceLines(resolve(cwd, file));
    known.set(file, lines);
    return lines[line - 1]?.trim();
  };
}
