import { isTestFile } from "../../../lines/candidate-changes.ts";
import type { SuspectLine } from "../../../lines/finding.ts";
import { changedLines, keepsPassingRuns } from "../../../lines/presentation/suspects-text.ts";
import type { CauseTransition, PlaceEvidence, RankedPlace, StateFinding } from "../finding.ts";

/**
 * One list of all lines for which there is evidence, each once: what was shown by changing code comes before what was shown by
 * following the cause; and what tests do themselves comes last. Of equally strong evidence, the likelier line comes first.
 */
export function rankPlaces(
  suspects: readonly SuspectLine[] = [],
  transitions: readonly CauseTransition[] = [],
): RankedPlace[] {
  const lines = new Map<string, Evidence>();
  for (const suspect of [...changedLines({ suspects }), ...linesOfError(suspects)])
    lines.set(lineKey(suspect), { suspect, moves: [] });
  for (const transition of transitions) {
    const { suspect, moves = [] } = lines.get(lineKey(transition)) ?? {};
    lines.set(lineKey(transition), { suspect, moves: [...moves, transition] });
  }
  const sorted = [...lines.values()].map(({ suspect, moves }) => ({
    suspect,
    moves: moves.toSorted((a, b) => rankOfMove(a) - rankOfMove(b)),
  }));
  return sorted.sort((a, b) => rankOf(a) - rankOf(b)).map((each) => placeOf(each, { suspects, transitions }));
}

/** The line that raised the error first, then those on its way that no passing run executes. */
function linesOfError(suspects: readonly SuspectLine[]): SuspectLine[] {
  return suspects.filter(isErrorEvidence).sort((a, b) => a.named! - b.named!);
}

function isErrorEvidence({ named, executed }: SuspectLine): boolean {
  return named !== undefined && (named === 1 || executed?.passing === 0);
}

/** What is known about one line: a change or an error there, and how the cause moves there. */
interface Evidence {
  readonly suspect: SuspectLine | undefined;
  readonly moves: readonly CauseTransition[];
}

/** The strongest evidence first. */
const strength: readonly PlaceEvidence[] = [
  "change",
  "partial-change",
  "parting",
  "ending",
  "error",
  "move",
  "hand-over",
];

function rankOf({ suspect, moves: [first] }: Evidence): number {
  if (isTestFile((suspect ?? first!).file)) return strength.length;
  const shown = suspect ? strength.indexOf(suspectEvidence(suspect)) : strength.length;
  return Math.min(shown, first ? rankOfMove(first) : strength.length);
}

/** A loop that has another round in one of the runs is a parting too, but says less than code that only the failing run executes. */
function rankOfMove({ evidence, parting }: CauseTransition): number {
  const isWeaker = evidence === "parting" && (parting?.onlyFailing ?? []).length === 0;
  return strength.indexOf(evidence) + (isWeaker ? 0.5 : 0);
}

function placeOf(
  { suspect, moves }: Evidence,
  { suspects, transitions }: Required<Pick<StateFinding, "suspects" | "transitions">>,
): RankedPlace {
  const [first] = moves;
  const { file, line } = suspect ?? first!;
  const text = suspect?.text ?? first?.excerpt?.find(({ marked }) => marked)?.text.trim();
  return {
    file,
    line,
    ...(text === undefined ? {} : { text }),
    evidence: strongest([...(suspect ? [suspectEvidence(suspect)] : []), ...(first ? [first.evidence] : [])]),
    ...(suspect ? { suspect: suspects.indexOf(suspect) } : {}),
    ...(first ? { transitions: moves.map((each) => transitions.indexOf(each)) } : {}),
  };
}

function suspectEvidence(suspect: SuspectLine): PlaceEvidence {
  const [changed] = changedLines({ suspects: [suspect] });
  if (!changed) return "error";
  return keepsPassingRuns(changed.change!) ? "change" : "partial-change";
}

function strongest(evidence: readonly PlaceEvidence[]): PlaceEvidence {
  return strength.find((each) => evidence.includes(each))!;
}

function lineKey({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}
