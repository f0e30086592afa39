/**
 * The instructions with which a visit to a line begins. The code of a line can be in several pieces: the step of a `for` lies behind
 * its body. A visit begins when control comes to the line from another line of the same call. It goes on while control moves from one
 * of its pieces to another, or returns from a function that the line called; so a loop that is written on one line is a single visit.
 */

export interface CodeLine {
  readonly address: number;
  readonly file: string;
  readonly line: number;
  /** Its name; undefined: not known. */
  readonly function?: string;
  /** As text: `jmp 0x4be1c5`. */
  readonly text: string;
}

/** `start` is where the function begins after it has set up its call. */
export function lineEntries(
  code: readonly CodeLine[],
  start: number,
  wanted: Pick<CodeLine, "file" | "line">,
): number[] {
  const isWanted = ({ file, line }: CodeLine) => file === wanted.file && line === wanted.line;
  const sources = jumpSources(code);
  const byAddress = new Map(code.map((each) => [each.address, each]));
  return code.flatMap((each, i): number[] => {
    if (!isWanted(each) || each.address < start) return [];
    if (each.address === start) return [start];
    const before = code[i - 1];
    const fallsInto = before !== undefined && before.address >= start && !endsFlow(before.text) ? [before] : [];
    const origins = [...fallsInto, ...(sources.get(each.address) ?? [])];
    // Nobody knows where a computed jump comes from.
    const isReachedUnknown = origins.length === 0 && before !== undefined && !isWanted(before);
    const isEntry = isReachedUnknown || origins.some((origin) => !isWanted(origin));
    return isEntry && isWanted(afterJumps(each, byAddress)) ? [each.address] : [];
  });
}

/** Where control comes to through jumps alone: the end of an `if` is such a jump, and no visit to its line. */
function afterJumps(from: CodeLine, byAddress: ReadonlyMap<number, CodeLine>): CodeLine {
  const seen = new Set<CodeLine>();
  let at = from;
  while (!seen.has(at)) {
    seen.add(at);
    const target = /^(?:jmp|b)\s(0x[0-9a-f]+)$/.exec(at.text)?.[1];
    at = (target === undefined ? undefined : byAddress.get(Number(target))) ?? at;
  }
  return at;
}

/** Where the first statement begins, after the parameters were written to memory. Without one on a line of its own, the start. */
export function bodyStart(code: readonly CodeLine[], start: number): number {
  const [first, ...rest] = code.filter(({ address }) => address >= start);
  for (const each of rest) {
    if (each.line !== first?.line) return each.address;
    if (/^(?:j|call|ret|b)/.test(each.text)) break;
  }
  return start;
}

/** The lines of a function at which a visit can begin. */
export function linesWithCode(code: readonly CodeLine[], start: number): Pick<CodeLine, "file" | "line">[] {
  const lines = new Map(code.map(({ file, line }) => [`${file}:${line}`, { file, line }]));
  return [...lines.values()].filter((each) => each.line > 0 && lineEntries(code, start, each).length > 0);
}

/** The instructions that jump to an address. */
function jumpSources(code: readonly CodeLine[]): ReadonlyMap<number, readonly CodeLine[]> {
  const sources = new Map<number, CodeLine[]>();
  for (const each of code) {
    const target = /^(?:j|b|cb|tb)\S*\s.*?(0x[0-9a-f]+)$/.exec(each.text)?.[1];
    if (target !== undefined) sources.set(Number(target), [...(sources.get(Number(target)) ?? []), each]);
  }
  return sources;
}

/** Control does not continue with the next instruction. */
function endsFlow(text: string): boolean {
  return /^(?:jmp|ret|b|ud2|int3?)(?:\s|$)|^(?:call|bl) runtime\.(?:panic|gopanic|goPanic|throw|fatal)/.test(text);
}
