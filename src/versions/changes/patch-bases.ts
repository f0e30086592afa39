import type { Version } from "../../world/tree/version.ts";
import type { CandidatePackages, VersionEnds } from "../context.ts";

/** The neighbours between which the failure came in, and the versions that the user named, if two were named. */
export interface PatchVersions {
  readonly named?: VersionEnds | undefined;
  readonly between: VersionEnds;
  /** Whether the neighbours are a commit and its only parent. */
  readonly areCommitAndParent: boolean;
  /** The packages that patches were tried with. */
  readonly packages?: CandidatePackages | undefined;
}

/** What a patch applies to, for people, with the packages that the version does not have by itself. */
export function baseName(version: Version, versions: PatchVersions): string {
  const { packages } = versions;
  const name = nameOf(version, versions);
  return packages && packages.of !== version ? `${name} with ${packages.name}` : name;
}

function nameOf(version: Version, { named, between, areCommitAndParent }: PatchVersions): string {
  const label = versionLabel(version);
  if (version === named?.passing) return `OLD (${label})`;
  if (version === named?.failing) return `NEW (${label})`;
  if (version === between.passing)
    return `${areCommitAndParent ? "the culprit's parent" : "the last version that passes"} (${label})`;
  return `${areCommitAndParent ? "the culprit" : "the first version that fails"} (${label})`;
}

/** Its name, and its hash where that does not tell. */
export function versionLabel({ name, commit }: Version): string {
  const short = commit?.slice(0, 10);
  return short === undefined || name.includes(short.slice(0, 7)) ? name : `${name}, ${short}`;
}
