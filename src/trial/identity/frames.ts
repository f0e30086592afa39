import type { CandidateFiles } from "./candidate.ts";

/** One line of a stack trace. */
export interface TraceFrame {
  readonly name: string;
  /** The source file, perhaps followed by a position. */
  readonly file?: string | undefined;
  /** The program or library, if the source file is not known. */
  readonly module?: string | undefined;
}

/** Functions that say nothing about where the bug is. */
export interface Plumbing {
  /** Never counted: what starts a program, unwinds a stack or prints it. */
  readonly never?: RegExp;
  /** Not counted if there is another function: the `memcpy` that was called with a wrong size. */
  readonly unlessAlone?: RegExp;
}

/** Maximum number of functions that identify a failure. */
const maxFrames = 3;

/**
 * The innermost functions. Frames outside the candidate's own do not count either: they only show how the candidate was
 * started. A function counts once, so the depth of a recursion makes no difference.
 */
export function innermost(
  frames: readonly TraceFrame[],
  candidate: CandidateFiles,
  plumbing: Plumbing = {},
): readonly string[] {
  const names = new Set<string>();
  for (const frame of frames) {
    const place = placeOf(frame, candidate);
    if (place === "candidate") break;
    if (place === "elsewhere" && frame.name !== "" && !plumbing.never?.test(frame.name)) names.add(frame.name);
  }
  const all = [...names];
  const significant = all.filter((name) => !plumbing.unlessAlone?.test(name));
  return (significant.length > 0 ? significant : all).slice(0, maxFrames);
}

function placeOf(frame: TraceFrame, candidate: CandidateFiles): ReturnType<CandidateFiles["place"]> {
  if (frame.file !== undefined) return candidate.place(frame.file);
  return frame.module !== undefined && candidate.built(frame.module) ? "candidate" : "elsewhere";
}
