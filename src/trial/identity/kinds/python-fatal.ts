import { messageForms } from "../blank.ts";
import { innermost } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";

/** A crash of the Python interpreter; with `faulthandler` it prints a trace, most recent call first. */
export const pythonFatal: Recogniser = (lines, candidate) => {
  const start = lines.findIndex((line) => line.startsWith("Fatal Python error: "));
  if (start < 0) return undefined;
  const current = lines.findIndex(
    (line, index) => index > start && /^(?:Current thread|Thread) .*first\):$/.test(line),
  );
  const frames = current < 0 ? [] : framesOf(lines.slice(current + 1, current + 200));
  return {
    kind: "Fatal Python error",
    ...messageForms((lines[start] ?? "").slice("Fatal Python error: ".length), candidate),
    frames: innermost(frames, candidate),
  };
};

function framesOf(lines: readonly string[]): { name: string; file: string }[] {
  const frames: { name: string; file: string }[] = [];
  for (const line of lines) {
    const [, file, name] = /^ {2}File "(.*)", line \d+ in (.*)$/.exec(line) ?? [];
    if (file === undefined || name === undefined) break;
    frames.push({ file, name });
  }
  return frames;
}
