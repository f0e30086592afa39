import type { LineCoverage } from "../../../lines/coverage.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import type { Sources } from "../conclude/sources.ts";
import type { LineInFailing, Parting } from "../finding.ts";
import type { Transition } from "../follow/rank.ts";

/**
 * Where the runs part in a transition, with the lines that the failing run executes then and no passing run at all. Without coverage
 * of a file nothing is said about its lines: the passing run may execute them at another time.
 */
export function partingEntry(
  { before, parting }: Pick<Transition, "before" | "parting">,
  coverage: readonly LineCoverage[],
  { sources, cwd }: { readonly sources: Sources; readonly cwd: string },
): { parting?: Parting } {
  const { file, line } = parting?.passing ?? {};
  if (file === undefined || line === undefined) return {};
  const own = before.found?.stack[0]?.file;
  const fileOf = (path: string) => (path === own ? {} : { file: shortPath(path, cwd) });
  if (!coverage.some((each) => each.file === file)) return { parting: { ...fileOf(file), line } };
  const executed = new Map(coverage.map((each) => [`${each.file}:${each.line}`, each]));
  const onlyFailing = parting!.parting!.lines.flatMap((each): LineInFailing[] => {
    const { failing, passing } = executed.get(`${each.file}:${each.line}`) ?? { failing: 0, passing: 1 };
    const text = sources.get(each.file)?.[each.line - 1]?.trim();
    if (passing > 0) return [];
    return [{ ...fileOf(each.file), line: each.line, ...(text === undefined ? {} : { text }), failing }];
  });
  return { parting: { ...fileOf(file), line, onlyFailing } };
}
