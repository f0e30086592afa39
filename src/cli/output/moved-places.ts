import { movedLine } from "../../ci/moved-line.ts";
import type { LinesOf, Story } from "../../core/finding.ts";
import type { Place } from "../../report/finding-report.ts";
import { Repository } from "../../world/git/repository.ts";

/** Places where they are in the newest version: the guilty commit may be older, and its lines have moved since. */
export function placesInNewest(
  places: readonly Place[],
  { finding: { cause }, linesOf }: Pick<Story, "finding" | "linesOf">,
  cwd: string,
): readonly Place[] {
  if (!linesOf) return places;
  const isInCommit = ({ file, line }: Place) =>
    cause.some((entry) => entry.package === undefined && entry.file === file && entry.line === line);
  return places.map((place) => (isInCommit(place) ? movedPlace(place, linesOf, cwd) : place));
}

function movedPlace(place: Place, { commit, newest }: LinesOf, cwd: string): Place {
  const { file, line } = place;
  if (line === undefined) return place;
  const versions = newest === undefined ? [commit] : [commit, newest];
  const words = ["diff", "-U0", "--no-color", "--no-ext-diff", ...versions, "--", `:(top,literal)${file}`];
  try {
    const diff = Repository.containing(cwd)?.text(words) ?? "";
    return { ...place, line: movedLine(diff, line) };
  } catch {
    return place; // the guilty commit is not in this clone, or there is no git
  }
}
