import { movedLine } from "../../ci/moved-line.ts";
import type { Finding } from "../../core/finding.ts";
import type { Digest } from "../../report/digest.ts";
import type { Place } from "../../report/finding-report.ts";
import { Repository } from "../../world/git/repository.ts";

/** The places of a cause where they are in the commit of the job: the guilty one may be older, and its lines have moved since. */
export function placesInCommit(digest: Digest, { cause }: Finding, commit: string): Digest {
  const repository = Repository.containing(process.cwd());
  if (!repository) return digest;
  const places = digest.places.map((place): Place => {
    const entry = cause.find(({ file, line }) => file === place.file && line === place.line);
    if (entry?.commit === undefined || place.line === undefined) return place;
    try {
      const diff = repository.text([
        "diff",
        "-U0",
        "--no-color",
        "--no-ext-diff",
        entry.commit,
        commit,
        "--",
        `:/${place.file}`,
      ]);
      return { ...place, line: movedLine(diff, place.line) };
    } catch {
      return place; // the guilty commit is not in this clone
    }
  });
  return { ...digest, places };
}
