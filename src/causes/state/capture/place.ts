import type { StopPlace } from "../../../../runtimes/protocol/state.ts";
import { UserError } from "../../../core/user-error.ts";

/** The same moment in both runs; they may have reached its place a different number of times. */
export interface CommonMoment {
  readonly passing: StopPlace;
  readonly failing: StopPlace;
  /** Functions that only one of the runs calls before the next common moment. */
  readonly only?: { readonly passing: readonly string[]; readonly failing: readonly string[] };
  /** The runs go on at different places after it. */
  readonly parting?: FailingWay;
}

/** What the failing run does after the runs have parted, up to the next common moment. */
export interface FailingWay {
  readonly lines: readonly SourcePlace[];
  /** For each function that it calls, the first call. */
  readonly calls: readonly StopPlace[];
}

/** A line of a file. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** Why the two runs cannot be compared at a place. */
export interface NotComparable {
  readonly at: CommonMoment;
  /** A clause for people. */
  readonly reason: string;
  /** The program has no such place, so that the request is wrong. */
  readonly absent?: true;
  /** Values of the failing run were put into the passing one there, and it did not fail. */
  readonly tried?: true;
}

/** `shell_sort` or `sample.c:12`, either with `#3` for the third time. */
export function parsePlace(text: string): StopPlace {
  const [, where = "", hit] = /^(.*?)(?:#(\d+))?$/.exec(text)!;
  const times = hit === undefined ? 1 : Number(hit);
  if (where === "" || times < 1)
    throw new UserError(`${text || "''"} is not a place: write FUNCTION or FILE:LINE, with #N for the N-th time.`);
  const line = /^(.+):(\d+)$/.exec(where);
  return line ? { file: line[1]!, line: Number(line[2]), hit: times } : { function: where, hit: times };
}

/** The place of a moment in the passing run; `shorten` changes how its file is written. */
export function momentText({ passing }: CommonMoment, shorten = (file: string) => file): string {
  const { function: name, file = "", line, hit } = passing;
  const where = name ?? `${shorten(file)}:${line}`;
  return hit === 1 ? where : `${where}#${hit}`;
}
