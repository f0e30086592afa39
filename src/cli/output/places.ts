import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { CauseEntry, Finding } from "../../core/finding.ts";
import type { FindingReport, Place } from "../../report/finding-report.ts";
import { shortPath } from "../../world/files/short-path.ts";
import { Repository } from "../../world/git/repository.ts";
import { lockfileLine } from "../../world/packages/lockfile-line.ts";
import { hasToBeInstalled, isLockfile } from "../../world/packages/lockfile-names.ts";

interface PlacesOptions {
  readonly finding: Finding;
  readonly report: FindingReport;
  /** Where the user stands. */
  readonly cwd: string;
}

/**
 * Places as CI systems and editors look for them: files relative to the top of the repository, and a package at its line in the
 * lockfile, because its own files are not in the repository.
 */
export function placesInRepository(places: readonly Place[], { finding, report, cwd }: PlacesOptions): Place[] {
  const top = topOf(cwd) ?? cwd;
  const packages = finding.cause.filter((entry) => entry.package !== undefined);
  const others = places.filter(({ file }) => !packages.some((entry) => entry.file === file));
  const base = report.namesFilesFromTop?.(finding) ? top : cwd;
  const inRepository = (place: Place): Place => ({ ...place, file: shortPath(absolute(place.file, base), top) });
  return [...packages.flatMap((entry) => placeInLockfile(entry, { cwd, top }) ?? []), ...others].map(inRepository);
}

function absolute(file: string, base: string): string {
  return file.startsWith("/") ? file : join(base, file);
}

function topOf(cwd: string): string | undefined {
  try {
    return Repository.containing(cwd)?.root;
  } catch {
    return undefined; // there is no git, or none that works here
  }
}

/** In the nearest folder above the user's that has a lockfile with this version. */
function placeInLockfile(
  { package: name = "", file: path, new: version }: CauseEntry,
  { cwd, top }: { readonly cwd: string; readonly top: string },
): Place | undefined {
  for (let folder = cwd; !relative(top, folder).startsWith(".."); folder = dirname(folder)) {
    for (const lockfile of lockfilesIn(folder)) {
      const line = lockfileLine(readFileSync(lockfile, "utf8"), { name, path, version });
      if (line !== undefined) return { file: lockfile, line };
    }
    if (folder === top) return undefined;
  }
  return undefined;
}

function lockfilesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && (hasToBeInstalled(entry.name) || isLockfile(entry.name, () => "")))
    .map(({ name }) => join(folder, name));
}
