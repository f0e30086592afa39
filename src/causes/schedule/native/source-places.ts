import { normalize } from "node:path";
import { findBinutil, readOutputLines } from "./binutils.ts";
import { readDataNames } from "./data-symbols.ts";
import { type LoggedPlace, type ModuleAddress, parseLoggedPlace } from "./logged-place.ts";

/** A line of the user's source, as far as it is known. */
export interface SourcePlace {
  readonly file?: string;
  readonly line?: number;
  readonly function?: string;
  /** What the lane is about to do there, as in `reads counter`. */
  readonly does?: string;
}

/**
 * Finds the source lines of places in the log, and names of the variables they are about, with one run of addr2line and of nm
 * for each module. Words that are not a place are left out.
 */
export async function findSourcePlaces(words: Iterable<string>): Promise<Map<string, SourcePlace>> {
  const logged = [...new Set(words)].flatMap((word) => {
    const place = parseLoggedPlace(word);
    return place ? [{ word, place }] : [];
  });
  const code = logged.flatMap(({ place }) => [place.code, ...place.callers]);
  const data = logged.flatMap(({ place }) => (isAddress(place.object) ? [place.object] : []));
  const [linesAt, nameAt] = [await lookUp(code, readSourceLines), await lookUp(data, readDataNames)];
  return new Map(
    logged.map(({ word, place }) => {
      const does = actionText(place, nameAt);
      return [word, { ...userLine(place, linesAt), ...(does === undefined ? {} : { does }) }];
    }),
  );
}

function isAddress(object: LoggedPlace["object"]): object is ModuleAddress {
  return typeof object === "object";
}

/** Objects on a heap or a stack have no name, and are left out. */
function actionText(
  { action, object }: LoggedPlace,
  nameAt: (address: ModuleAddress) => string | undefined,
): string | undefined {
  const name = isAddress(object) ? nameAt(object) : object;
  return action === undefined || name === undefined ? action : `${action} ${name}`;
}

type SourceLine = Required<Omit<SourcePlace, "does">>;

const systemFile = /^\/usr\/(?:include|lib)|^\/rustc\/|^\/build\/|\/\.rustup\//;

/** The innermost line that is not in a system header: code of those may be inlined or a function of its own. */
function userLine(
  { code, callers }: LoggedPlace,
  linesAt: (address: ModuleAddress) => readonly SourceLine[] | undefined,
): SourceLine | undefined {
  const lines = [code, ...callers].flatMap((address) => linesAt(address) ?? []);
  return lines.find(({ file }) => !systemFile.test(file)) ?? lines[0];
}

/** Reads the answers for all addresses of a module at once. */
async function lookUp<Answer>(
  addresses: readonly ModuleAddress[],
  readAnswers: (module: string, offsets: readonly number[]) => Promise<ReadonlyMap<number, Answer>>,
): Promise<(address: ModuleAddress) => Answer | undefined> {
  const modules = new Map<string, Set<number>>();
  for (const { module, offset } of addresses) modules.set(module, (modules.get(module) ?? new Set()).add(offset));
  const answers = new Map<string, ReadonlyMap<number, Answer>>();
  for (const [module, offsets] of modules) answers.set(module, await readAnswers(module, [...offsets]));
  return ({ module, offset }) => answers.get(module)?.get(offset);
}

/** Addresses are passed on standard input: there may be more than fit on a command line. */
async function readSourceLines(module: string, offsets: readonly number[]): Promise<Map<number, SourceLine[]>> {
  const program = await findBinutil("addr2line");
  if (program === undefined) return new Map();
  const input = offsets.map((offset) => `0x${offset.toString(16)}\n`).join("");
  // Each answer begins with its address on a line of its own.
  const answers: string[][] = [];
  for await (const line of readOutputLines(program, ["-a", "-f", "-i", "-C", "-e", module], input)) {
    if (/^0x[\da-f]+$/.test(line)) answers.push([]);
    else answers.at(-1)?.push(line);
  }
  return new Map(offsets.map((offset, i) => [offset, parseSourceLines(answers[i] ?? [])]));
}

/** From pairs of lines, function and file:line, innermost first. */
function parseSourceLines(answer: readonly string[]): SourceLine[] {
  const lines: SourceLine[] = [];
  for (let i = 0; i + 1 < answer.length; i += 2) {
    const [, file, line] = /^(.*):(\d+)(?: \(discriminator \d+\))?$/.exec(answer[i + 1]!) ?? [];
    if (file && file !== "??" && Number(line) > 0)
      lines.push({ file: normalize(file), line: Number(line), function: answer[i]! });
  }
  return lines;
}
