import type { Candidate } from "./candidate.ts";

/** One line of a stack trace. */
export interface Frame {
  readonly name: string;
  /** The source file, perhaps with a position behind it. */
  readonly file?: string | undefined;
  /** The program or library, where no source file is known. */
  readonly module?: string | undefined;
}

/** Functions that say nothing about where the bug is. */
export interface Plumbing {
  /** Never counted: what starts a program, unwinds a stack or prints it. */
  readonly never?: RegExp;
  /** Not counted when another function is there: the `memcpy` that somebody called with a wrong size. */
  readonly unlessAlone?: RegExp;
}

const shown = 3;

/**
 * The three innermost functions. What lies outside of the candidate's own frames does not count either: it only says
 * how the candidate was started. A function counts once, so that the depth of a recursion makes no difference.
 */
export function innermost(frames: readonly Frame[], candidate: Candidate, plumbing: Plumbing = {}): readonly string[] {
  const names = new Set<string>();
  for (const frame of frames) {
    const place = placeOf(frame, candidate);
    if (place === "candidate") break;
    if (place === "elsewhere" && frame.name !== "" && !plumbing.never?.test(frame.name)) names.add(frame.name);
  }
  const all = [...names];
  const telling = all.filter((name) => !plumbing.unlessAlone?.test(name));
  return (telling.length > 0 ? telling : all).slice(0, shown);
}

function placeOf(frame: Frame, candidate: Candidate): ReturnType<Candidate["place"]> {
  if (frame.file !== undefined) return candidate.place(frame.file);
  return frame.module !== undefined && candidate.built(frame.module) ? "candidate" : "elsewhere";
}
