import type { LineCoverage } from "../../../lines/coverage.ts";
import type { Sources } from "../conclude/sources.ts";
import type { Parting } from "../finding.ts";
import type { Transition } from "../follow/rank.ts";

/**
 * Where the runs part in a transition, with the lines that the failing run executes then and no passing run at all. Without coverage
 * of a line nothing is said about it: the passing run may execute it at another time.
 */
export function partingEntry(
  { before, parting }: Pick<Transition, "before" | "parting">,
  coverage: readonly LineCoverage[],
  sources: Sources,
): { parting?: Parting } {
  const { file, line } = parting?.passing ?? {};
  if (file === undefined || line === undefined || file !== before.found?.stack[0]?.file) return {};
  const executed = new Map(coverage.filter((each) => each.file === file).map((each) => [each.line, each]));
  const lines = parting!.parting!.filter((each) => each.file === file && executed.get(each.line)?.passing === 0);
  const onlyFailing = lines.map(({ line: each }) => {
    const text = sources.get(file)?.[each - 1]?.trim();
    return { line: each, ...(text === undefined ? {} : { text }), failing: executed.get(each)!.failing };
  });
  onlyFailing.sort((a, b) => a.line - b.line);
  return { parting: { line, ...(executed.size === 0 ? {} : { onlyFailing }) } };
}
