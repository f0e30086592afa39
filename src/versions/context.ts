import type { SearchTaken } from "../run/conclusion.ts";
import type { Run } from "../run/run.ts";
import type { Version } from "../world/tree/version.ts";
import type { VersionsRequest } from "./request.ts";
import type { VersionPair } from "./worlds/version-pair.ts";

/** What every step of a search among versions needs. */
export interface VersionsContext<R extends VersionsRequest = VersionsRequest> {
  readonly run: Run;
  readonly request: R;
  readonly pair: VersionPair;
  /** The packages that every candidate has; undefined: those that are installed here. */
  readonly packages?: CandidatePackages;
  /** The same pair with the newest version's own packages; given if candidates have different ones. */
  readonly newest?: VersionPair;
  /** Searches among upgrades that came first. */
  readonly earlier?: readonly SearchTaken[];
}

/** The packages of candidates, where versions have their own. */
export interface CandidatePackages {
  /** As in: the packages of v1. */
  readonly name: string;
  /** The version whose own packages these are. */
  readonly of?: Version;
}

/** A version that passes, and a newer one that fails. */
export interface VersionEnds {
  readonly passing: Version;
  readonly failing: Version;
}
