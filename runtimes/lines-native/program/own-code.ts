import { spawn } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import type { ElfFile } from "./elf-file.ts";
import { type Instruction, type Position, readInstruction } from "./instruction.ts";
import { type LineRow, readLineRows } from "./line-rows.ts";

/** The code of a program that comes from files under a root folder. */
export interface OwnCode {
  readonly functions: readonly OwnFunction[];
  /** The addresses at which statements begin. */
  readonly statements: readonly (Position & { readonly address: number; readonly byte: number })[];
  /** The text of each file that the functions come from, a character for each byte, as columns are counted. */
  readonly sources: ReadonlyMap<string, string>;
}

export interface OwnFunction {
  readonly name: string;
  readonly instructions: readonly Instruction[];
  /** The variables of blocks in it; empty unless they are found by the register %rbp. */
  readonly scopes: readonly Scope[];
}

export interface Scope {
  readonly low: number;
  readonly high: number;
  readonly variables: readonly FrameVariable[];
}

export interface FrameVariable {
  readonly name: string;
  /** From the address in %rbp. */
  readonly offset: number;
  readonly size: number;
  readonly type: string;
  /** Where it is declared. */
  readonly line: number;
}

/** Reads the own code by the debug information, and says why it cannot. The program is not started. */
export async function readOwnCode(
  program: string,
  elf: ElfFile,
  root: string,
): Promise<OwnCode | { readonly reason: string }> {
  const rows = readLineRows(elf);
  if (rows.length === 0) return { reason: "has no debug information: compile it with -g" };
  const isOwn = ownFiles(root);
  const maybeOwn = rows.filter(({ file, isEnd }) => !isEnd && (!isAbsolute(file) || isOwn(file)));
  const answer = await askGdb(program, {
    addresses: [...new Set(maybeOwn.map(({ address }) => address))].sort((a, b) => a - b),
    files: Object.fromEntries(
      maybeOwn.flatMap(({ file, address }) => (isAbsolute(file) || file === "" ? [] : [[file, address]])),
    ),
  });
  if ("reason" in answer) return answer;
  const places = positionsOf(rows, answer.paths);
  const functions = answer.functions
    .map((each) => ownFunction(each, places, isOwn))
    .filter(({ instructions }) => instructions.some(({ position }) => position !== undefined));
  if (functions.length === 0) return { reason: `has no debug information for files under ${root}` };
  return { functions, statements: statementsIn(functions, places), sources: readSources(functions) };
}

interface GdbFunction {
  readonly name: string;
  readonly instructions: readonly (readonly [number, string, string])[];
  readonly scopes: readonly Scope[];
}

interface GdbAnswer {
  readonly functions: readonly GdbFunction[];
  readonly paths: Readonly<Record<string, string>>;
}

function askGdb(program: string, wanted: unknown): Promise<GdbAnswer | { readonly reason: string }> {
  const script = join(import.meta.dirname, "..", "sites.py");
  // Debug information of the system's libraries is not needed, and a program may ask gdb to run scripts.
  const settings = ["set debuginfod enabled off", "set debug-file-directory /nonexistent", "set auto-load off"];
  const words = ["-nx", "-q", "-batch", ...settings.flatMap((each) => ["-iex", each]), "-ex", `source ${script}`];
  return new Promise((resolve) => {
    const gdb = spawn("gdb", [...words, program], { stdio: ["pipe", "pipe", "pipe"] });
    const [output, errors]: [Buffer[], Buffer[]] = [[], []];
    gdb.stdout.on("data", (part) => output.push(part));
    gdb.stderr.on("data", (part) => errors.push(part));
    // It may have ended without reading.
    gdb.stdin.on("error", () => {});
    gdb.stdin.end(JSON.stringify(wanted));
    gdb.on("error", () => resolve({ reason: "cannot be read without gdb: apt-get install gdb" }));
    gdb.on("close", () => resolve(parseAnswer(Buffer.concat(output).toString(), Buffer.concat(errors).toString())));
  });
}

function parseAnswer(output: string, errors: string): GdbAnswer | { readonly reason: string } {
  const line = output.split("\n").find((each) => each.startsWith('{"functions"'));
  if (line !== undefined) return JSON.parse(line);
  return { reason: `cannot be read by gdb: ${errors.trim().split("\n").at(-1) ?? ""}` };
}

type Place = Position & { readonly address: number; readonly isStatement: boolean; readonly isEnd: boolean };

function positionsOf(rows: readonly LineRow[], paths: GdbAnswer["paths"]): Place[] {
  const real = new Map<string, string>();
  const pathOf = (file: string) => {
    if (!real.has(file)) real.set(file, realPath(paths[file] ?? file));
    return real.get(file)!;
  };
  // Where a sequence ends, another may begin: its rows come later.
  return rows
    .map(({ file, ...row }) => ({ ...row, file: pathOf(file) }))
    .sort((a, b) => a.address - b.address || Number(b.isEnd) - Number(a.isEnd));
}

function ownFunction(
  { name, instructions, scopes }: GdbFunction,
  places: readonly Place[],
  isOwn: (file: string) => boolean,
): OwnFunction {
  let at = lastAtOrBefore(places, instructions[0]?.[0] ?? 0);
  const read = instructions.map(([address, hex, asm]) => {
    while (at + 1 < places.length && places[at + 1]!.address <= address) at++;
    const place = places[at];
    const isKnown = place !== undefined && !place.isEnd && place.line > 0 && isOwn(place.file);
    const position = isKnown ? { file: place.file, line: place.line, column: place.column } : undefined;
    return { ...readInstruction(address, hex, asm), ...(position && { position }) };
  });
  return { name, instructions: read, scopes: hasBasePointer(read) ? scopes : [] };
}

/** The index of the last place that is not behind an address. */
function lastAtOrBefore(places: readonly Place[], address: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]!.address <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function hasBasePointer(instructions: readonly Instruction[]): boolean {
  const [first, second] = instructions.filter(({ name }) => name !== "endbr64");
  return first?.name === "push" && second?.name === "mov" && second.operands.join() === "%rsp,%rbp";
}

/** The first address of a function is left out: what happens there is no statement. */
function statementsIn(functions: readonly OwnFunction[], places: readonly Place[]): OwnCode["statements"] {
  const known = new Map(
    functions.flatMap(({ instructions }) => instructions.slice(1).map((each) => [each.address, each])),
  );
  return places.flatMap(({ address, file, line, column, isStatement, isEnd }) => {
    const instruction = known.get(address);
    const isHere = instruction?.position !== undefined && instruction.position.file === file;
    return isHere && isStatement && !isEnd && line > 0
      ? [{ address, file, line, column, byte: instruction.bytes[0]! }]
      : [];
  });
}

function readSources(functions: readonly OwnFunction[]): Map<string, string> {
  const files = functions.flatMap(({ instructions }) => instructions.flatMap(({ position }) => position?.file ?? []));
  return new Map([...new Set(files)].map((file) => [file, textOf(file)]));
}

/** A source that is gone has no text; its sites are then named by their lines only. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function ownFiles(root: string): (file: string) => boolean {
  const folder = join(realPath(root), sep);
  const known = new Map<string, boolean>();
  return (file) => {
    if (!known.has(file)) known.set(file, realPath(file).startsWith(folder) && !file.includes("/node_modules/"));
    return known.get(file)!;
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
