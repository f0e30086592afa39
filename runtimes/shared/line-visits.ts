/**
 * The instructions with which a visit to a line begins. The code of a line can be in several pieces: the step of a `for` lies behind
 * its body. A visit begins when control comes to the line from another line of the same call. It goes on while control moves from one
 * of its pieces to another, or returns from a function that the line called; so a loop that is written on one line is a single visit.
 */

/** An instruction, as far as the flow of control goes. */
export interface CodeStep {
  readonly address: number;
  /** A text or number for its line, that no other line has. */
  readonly line: string | number;
  /** Where it may jump to. */
  readonly targets: readonly number[];
  /** Control may continue with the next instruction. */
  readonly fallsThrough: boolean;
}

/** `start` is where the function begins after it has set up its call. */
export function lineVisits(code: readonly CodeStep[], start: number, line: CodeStep["line"]): number[] {
  const sources = jumpSources(code);
  const byAddress = new Map(code.map((each) => [each.address, each]));
  const isWanted = (each: CodeStep) => each.line === line;
  return code.flatMap((each, i): number[] => {
    if (!isWanted(each) || each.address < start) return [];
    if (each.address === start) return [start];
    const before = code[i - 1];
    const fallsInto = before !== undefined && before.address >= start && before.fallsThrough ? [before] : [];
    const origins = [...fallsInto, ...(sources.get(each.address) ?? [])];
    // Nobody knows where a computed jump or an exception comes from.
    const isReachedUnknown = origins.length === 0 && before !== undefined && !isWanted(before);
    const isEntry = isReachedUnknown || origins.some((origin) => !isWanted(origin));
    return isEntry && isWanted(afterJumps(each, byAddress)) ? [each.address] : [];
  });
}

/** The instructions that jump to an address. */
export function jumpSources<T extends CodeStep>(code: readonly T[]): ReadonlyMap<number, readonly T[]> {
  const sources = new Map<number, T[]>();
  for (const each of code)
    for (const target of each.targets) {
      const known = sources.get(target);
      if (known) known.push(each);
      else sources.set(target, [each]);
    }
  return sources;
}

/** Where control comes to through jumps alone: the end of an `if` is such a jump, and no visit to its line. */
function afterJumps(from: CodeStep, byAddress: ReadonlyMap<number, CodeStep>): CodeStep {
  const seen = new Set<CodeStep>();
  let at = from;
  while (!seen.has(at)) {
    seen.add(at);
    const [target] = at.fallsThrough || at.targets.length !== 1 ? [] : at.targets;
    at = (target === undefined ? undefined : byAddress.get(target)) ?? at;
  }
  return at;
}
