import type { StopPlace } from "../../../../runtimes/protocol/state.ts";
import { UserError } from "../../../core/user-error.ts";

/** The same moment in both runs: they may have come to it a different number of times. */
export interface Both {
  readonly passing: StopPlace;
  readonly failing: StopPlace;
  /** Functions that only one of them calls before the next moment that both have. */
  readonly only?: { readonly passing: readonly string[]; readonly failing: readonly string[] };
}

/** `shell_sort`, `sample.c:12`, either with `#3` for the third time. */
export function parsePlace(text: string): StopPlace {
  const [, where = "", hit] = /^(.*?)(?:#(\d+))?$/.exec(text)!;
  const times = hit === undefined ? 1 : Number(hit);
  const line = /^(.+):(\d+)$/.exec(where);
  if (where === "" || times < 1)
    throw new UserError(`${text || "''"} is no place: it is a function or FILE:LINE, with #N for the N-th time.`);
  return line ? { file: line[1]!, line: Number(line[2]), hit: times } : { function: where, hit: times };
}

/** Of the passing run, with the file as it is seen from a folder. */
export function placeText({ passing }: Both, near = (file: string) => file): string {
  const { function: name, file = "", line, hit } = passing;
  const where = name ?? `${near(file)}:${line}`;
  return hit === 1 ? where : `${where}#${hit}`;
}
