import type { VersionsDetails } from "../../core/stage-details.ts";
import type { Repository } from "../../world/git/repository.ts";

/** Maximum number of characters of a subject. */
const maxSubject = 80;

/** A version to test: its name in the steps, and its commit if it is one. */
export interface NamedVersion {
  readonly name: string;
  readonly commit?: string | undefined;
}

/** Versions with the subjects of their commits, for which git is asked once. */
export function versionDetails(repository: Repository, versions: readonly NamedVersion[]): VersionsDetails {
  const commits = versions.flatMap(({ commit }) => commit ?? []);
  const known = commits.length === 0 ? new Map() : describe(repository, commits);
  return { kind: "versions", items: versions.map(({ name, commit }) => ({ name, ...known.get(commit) })) };
}

function describe(repository: Repository, commits: readonly string[]) {
  const words = ["log", "--no-walk=unsorted", "--stdin", "-z", "--format=%H%n%as%n%s"];
  const rows = repository.fields(words, { input: commits.map((commit) => `${commit}\n`).join("") });
  return new Map(
    rows.map((row) => {
      const [commit = "", date = "", subject = ""] = row.split("\n");
      return [commit, { date, subject: subject.slice(0, maxSubject) }];
    }),
  );
}
