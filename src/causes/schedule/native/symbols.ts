import { normalize } from "node:path";
import { findTool, linesOf } from "./tools.ts";
import { namesOfData } from "./variables.ts";
import { type Address, parseWhere, type Where } from "./where.ts";

/** A line of the user's source, where it is known. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly function?: string;
  /** What is about to be done there, as in `reads counter`. */
  readonly does?: string;
}

/**
 * Source lines of places as the log has them, and what is done there: one addr2line and one nm for each module. What is not a
 * place is not in the answer.
 */
export async function symbolise(words: Iterable<string>): Promise<Map<string, Place>> {
  const wheres = [...new Set(words)].flatMap((word) => {
    const where = parseWhere(word);
    return where ? [{ word, where }] : [];
  });
  const code = wheres.flatMap(({ where }) => [where.code, ...where.callers]);
  const data = wheres.flatMap(({ where }) => (isAddress(where.to) ? [where.to] : []));
  const [framesAt, nameAt] = [await inEach(code, framesOfCode), await inEach(data, namesOfData)];
  return new Map(
    wheres.map(({ word, where }) => {
      const does = doesText(where, nameAt);
      return [word, { ...userLine(where, framesAt), ...(does === undefined ? {} : { does }) }];
    }),
  );
}

function isAddress(what: Where["to"]): what is Address {
  return typeof what === "object";
}

/** What has no name, as it is on a heap or a stack, is not named. */
function doesText({ verb, to }: Where, nameAt: (of: Address) => string | undefined): string | undefined {
  const name = isAddress(to) ? nameAt(to) : to;
  return verb === undefined || name === undefined ? verb : `${verb} ${name}`;
}

/** A line, and the function that it is in. */
type Frame = Required<Omit<Place, "does">>;

const systemFile = /^\/usr\/(?:include|lib)|^\/rustc\/|^\/build\/|\/\.rustup\//;

/** Code of the system's headers may be inline or a function of its own: the user's line is the nearest that called it. */
function userLine(
  { code, callers }: Where,
  framesAt: (of: Address) => readonly Frame[] | undefined,
): Frame | undefined {
  const frames = [code, ...callers].flatMap((address) => framesAt(address) ?? []);
  return frames.find(({ file }) => !systemFile.test(file)) ?? frames[0];
}

/** Asks for all addresses of a module at once. */
async function inEach<Answer>(
  addresses: readonly Address[],
  ask: (module: string, offsets: readonly number[]) => Promise<ReadonlyMap<number, Answer>>,
): Promise<(of: Address) => Answer | undefined> {
  const modules = new Map<string, Set<number>>();
  for (const { module, offset } of addresses) modules.set(module, (modules.get(module) ?? new Set()).add(offset));
  const answers = new Map<string, ReadonlyMap<number, Answer>>();
  for (const [module, offsets] of modules) answers.set(module, await ask(module, [...offsets]));
  return ({ module, offset }) => answers.get(module)?.get(offset);
}

/** Addresses go in by standard input: there may be more than a command line takes. */
async function framesOfCode(module: string, offsets: readonly number[]): Promise<Map<number, Frame[]>> {
  const program = await findTool("addr2line");
  if (program === undefined) return new Map();
  const input = offsets.map((offset) => `0x${offset.toString(16)}\n`).join("");
  // Each answer begins with its address on a line of its own.
  const answers: string[][] = [];
  for await (const line of linesOf(program, ["-a", "-f", "-i", "-C", "-e", module], input)) {
    if (/^0x[\da-f]+$/.test(line)) answers.push([]);
    else answers.at(-1)?.push(line);
  }
  return new Map(offsets.map((offset, i) => [offset, framesOf(answers[i] ?? [])]));
}

/** The innermost first, as pairs of lines: function, and file:line. */
function framesOf(answer: readonly string[]): Frame[] {
  const frames: Frame[] = [];
  for (let i = 0; i + 1 < answer.length; i += 2) {
    const [, file, line] = /^(.*):(\d+)(?: \(discriminator \d+\))?$/.exec(answer[i + 1]!) ?? [];
    if (file && file !== "??" && Number(line) > 0)
      frames.push({ file: normalize(file), line: Number(line), function: answer[i]! });
  }
  return frames;
}
