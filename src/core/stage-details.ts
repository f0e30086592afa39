/**
 * What the deltas of a stage are, as data from which a page draws the world of a step. It is logged once for a stage, so a
 * step needs no more than its set.
 */
export type StageDetails = DiffDetails | SidesDetails | OrderDetails | LanesDetails | VersionsDetails | SwapsDetails;

/** One item for each delta, in order. */
interface ByDelta<Item> {
  readonly items: readonly Item[];
  /** The numbers of the deltas, where these are not all of them from 0 on. */
  readonly numbers?: readonly number[];
}

/** Deltas are changes to files. */
export interface DiffDetails extends ByDelta<ChangeDetail> {
  readonly kind: "diff";
}

export interface ChangeDetail {
  readonly file: string;
  readonly line?: number;
  /** What kind of change it is, where it is not an edit of a text: added, deleted, replaced, renamed, mode. */
  readonly change?: string;
  /** The text before and after, cut where long. */
  readonly old?: string;
  readonly new?: string;
}

/** Deltas replace what one side has by what the other has: versions of packages, values of variables. */
export interface SidesDetails extends ByDelta<readonly SidesRow[]> {
  readonly kind: "sides";
  /** What stands above the names, the side without any delta and the side with all of them. */
  readonly heads: readonly [string, string, string];
}

/** A side that lacks it has no text. */
export interface SidesRow {
  readonly name: string;
  readonly old?: string;
  readonly new?: string;
}

/** Deltas are tests, or other things that happen one after the other. */
export interface OrderDetails extends ByDelta<string> {
  readonly kind: "order";
  /** What comes before and after them in every world. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Deltas are turns of threads. */
export interface LanesDetails extends ByDelta<Turn> {
  readonly kind: "lanes";
}

/** A thread runs until its own step count is `count`. */
export interface Turn {
  readonly lane: string;
  readonly count: number;
}

/** A step tests one of these versions: the one whose name is the text of its set. */
export interface VersionsDetails {
  readonly kind: "versions";
  /** In the order in which people list them. */
  readonly items: readonly VersionDetail[];
}

export interface VersionDetail {
  readonly name: string;
  readonly date?: string;
  readonly subject?: string;
}

/** A step tests the order after some swaps on the way from one order of events to another; its size is their number. */
export interface SwapsDetails {
  readonly kind: "swaps";
  readonly from: readonly string[];
  readonly to: readonly string[];
}
