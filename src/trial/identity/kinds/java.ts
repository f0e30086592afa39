import { messageForms } from "../blank.ts";
import { innermost, type TraceFrame } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";

/** The last exception with a stack trace (the one that ended the program), by its root cause. */
export const java: Recogniser = (lines, candidate) => {
  const thrown = lastThrown(lines);
  return (
    thrown && {
      kind: thrown.kind,
      ...messageForms(thrown.message, candidate),
      frames: innermost(thrown.frames, candidate, { never: reflection, unlessAlone: checks }),
    }
  );
};

interface Thrown {
  readonly kind: string;
  readonly message: string;
  readonly frames: TraceFrame[];
}

/** Causes are printed after what they caused, so the last exception that has frames is the root. */
function lastThrown(lines: readonly string[]): Thrown | undefined {
  let last: Thrown | undefined;
  let open: Thrown | undefined;
  for (const line of lines) {
    const frame = frameOf(line);
    const headline = frame === undefined ? headlineOf(line) : undefined;
    if (headline !== undefined) open = headline;
    else if (/^\s*Suppressed: /.test(line)) open = undefined;
    if (frame !== undefined && open !== undefined) {
      open.frames.push(frame);
      last = open;
    }
  }
  return last;
}

/** `Exception in thread "main" java.lang.RuntimeException: outer`, `Caused by: …` or the exception alone. */
function headlineOf(line: string): Thrown | undefined {
  const shape = /^\s*(?:Exception in thread ".*?" |Caused by: )?((?:[\w$]+\.)+[A-Z][\w$]*)(?:: (.*))?$/;
  const [, kind, message = ""] = shape.exec(line) ?? [];
  return kind === undefined ? undefined : { kind, message, frames: [] };
}

/** `at java.base/java.util.ArrayList.get(ArrayList.java:427)`; unlike in Node.js, without a space before the bracket. */
function frameOf(line: string): TraceFrame | undefined {
  const [, name, file] =
    /^\s*at (?:[^\s(/]*\/)*([^\s(/]+)\(([^()]*)\)/.exec(line.replace(/\$\$Lambda[^.]*/, "$$$$Lambda")) ?? [];
  return name === undefined ? undefined : { name: withoutCounters(name), file };
}

/** Classes and methods without a name of their own are numbered: `Main$1`, `lambda$main$0`. */
function withoutCounters(name: string): string {
  return name.replace(/\$\d+/g, "$").replace(/Accessor\d+/, "Accessor");
}

/** The virtual machine changes how it calls a method once it has been called often. */
const reflection = /^(?:jdk\.internal\.reflect|java\.lang\.reflect|sun\.reflect|java\.lang\.invoke)\./;

/** What the library calls to check its arguments. */
const checks = /^(?:jdk\.internal|java\.util\.Objects)\./;
