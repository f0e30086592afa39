import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { LinesBatch, LinesPlan, LinesReport, Site } from "../protocol/lines.ts";
import { linesLibrary } from "./library.ts";
import { batchTable, patchTable } from "./patch-table.ts";
import { readElf } from "./program/elf-file.ts";
import type { Position } from "./program/instruction.ts";
import { readOwnCode } from "./program/own-code.ts";
import { findSites } from "./sites/all-sites.ts";
import type { MachineSite } from "./sites/machine-site.ts";
import { readSource, type SourceFile } from "./source/source-file.ts";

/** A C or C++ program whose code can be changed while it runs. */
export interface NativeProgram {
  readonly program: string;
  readonly sites: readonly Site[];
  /** For this runtime only. */
  readonly machine: MachineCode;
}

interface MachineCode {
  readonly library: string;
  readonly buildId: string | undefined;
  readonly sites: ReadonlyMap<string, MachineSite>;
  readonly traps: readonly Trap[];
}

/** An address at which statements begin. */
interface Trap {
  readonly address: number;
  readonly byte: number;
  readonly positions: readonly Position[];
}

type Reason = { readonly reason: string };

const prepared = new Map<string, Promise<NativeProgram | Reason>>();

/**
 * Finds the sites of a program without running it; the second time, what was found the first. A reason is how a sentence
 * continues that begins with the program.
 */
export async function prepareNative(program: string, cwd: string, root: string): Promise<NativeProgram | Reason> {
  const path = findProgram(program, cwd);
  if (path === undefined) return { reason: "is not found" };
  if ((statSync(path).mode & 0o6000) !== 0)
    return { reason: "runs as another user, so that no library can be loaded into it" };
  const contents = await readFile(path);
  const key = JSON.stringify([path, root, createHash("sha256").update(contents).digest("hex")]);
  if (!prepared.has(key)) prepared.set(key, prepare(path, contents, root));
  return prepared.get(key)!;
}

/**
 * The environment variables with which the program, however it is started, carries out a plan that is written in `planFile`.
 * Writes what this runtime needs beside that file.
 */
export async function nativeLinesEnvironment(
  { program, machine }: NativeProgram,
  plan: LinesPlan,
  { planFile, environment = process.env }: { readonly planFile: string; readonly environment?: NodeJS.ProcessEnv },
): Promise<Record<string, string>> {
  const { library, buildId, traps } = machine;
  const report = resolve(plan.report);
  await mkdir(report, { recursive: true });
  const table = patchTable({
    program,
    buildId,
    plan: { ...plan, report },
    change: plannedChange(machine, plan),
    traps,
  });
  await writeFile(`${resolve(planFile)}.native`, table);
  const others = environment.LD_PRELOAD ? `:${environment.LD_PRELOAD}` : "";
  return { CULPRIT_LINES: resolve(planFile), LD_PRELOAD: library + others };
}

/**
 * The environment variables with which the program, started directly, makes all runs of a batch that is written in a file. Writes what this runtime needs beside that file.
 */
export function nativeBatchEnvironment(
  { program, machine }: NativeProgram,
  batchFile: string,
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const batch: LinesBatch = JSON.parse(readFileSync(batchFile, "utf8"));
  const { library, buildId, traps } = machine;
  for (const [i, { plan }] of batch.runs.entries())
    writeFileSync(
      `${batchFile}-${i}.native`,
      patchTable({ program, buildId, plan, change: plannedChange(machine, plan), traps }),
    );
  writeFileSync(`${batchFile}.native`, batchTable(batch, { program, buildId, batchFile }));
  const others = environment.LD_PRELOAD ? `:${environment.LD_PRELOAD}` : "";
  // The library changes this variable in each run, and cannot add it.
  const temporary = batch.runs[0]?.temporary ?? tmpdir();
  return { CULPRIT_LINES_BATCH: batchFile, LD_PRELOAD: library + others, TMPDIR: temporary };
}

/** Whether the first process of a command is the program. */
export function startsDirectly({ program }: NativeProgram, [first]: readonly string[], cwd: string): boolean {
  return first !== undefined && findProgram(first, cwd) === program;
}

function plannedChange({ sites }: MachineCode, { change, fixed = [] }: LinesPlan) {
  if (change === undefined) return undefined;
  const site = sites.get(change.site);
  const found = site?.changes.find(({ id }) => id === change.change);
  if (site === undefined || found === undefined) throw new Error(`no change ${change.change} of ${change.site}`);
  if (fixed.includes(site.file)) throw new Error(`${site.file} is never to be changed`);
  return found;
}

/**
 * What all processes of the program reported after a run, together. Undefined: the program was not started. A reason: it was,
 * but not changed or traced.
 */
export async function readNativeReport(
  { sites, machine }: NativeProgram,
  plan: LinesPlan,
): Promise<LinesReport | Reason | undefined> {
  const names = (await readdir(plan.report)).filter((name) => /^\d+\.marks$/.test(name));
  const marks = await Promise.all(names.map((name) => readFile(join(plan.report, name))));
  if (marks.length === 0) return undefined;
  const problem = marks.map((each) => problems[statusOf(each)]).find((each) => each !== undefined);
  if (problem !== undefined) return { reason: problem };
  const isCounted = plan.change?.first !== undefined || plan.change?.last !== undefined;
  const hits = marks.reduce((sum, each) => sum + Number(each.readBigUInt64LE(8)), 0);
  return {
    ...(plan.trace ? traced(marks, { sites, traps: machine.traps, fixed: plan.fixed ?? [] }) : {}),
    ...(isCounted ? { hits } : {}),
  };
}

/** Removes the reports of a run, for the next one with the same folder. */
export async function removeNativeReports(plan: LinesPlan): Promise<void> {
  const names = await readdir(plan.report).catch(() => []);
  await Promise.all(names.filter((name) => /^\d+\.marks$/.test(name)).map((name) => rm(join(plan.report, name))));
}

/** As `lines.c` numbers them. */
const problems: Record<number, string> = {
  0: "ended before it could be changed",
  2: "was compiled again in the meantime",
  3: "cannot be changed: the system does not allow it",
  4: "cannot be changed: there is no free memory near its code",
};
const headLength = 16;

function statusOf(marks: Buffer): number {
  return marks.length < headLength ? 0 : Number(marks.readBigUInt64LE(0));
}

function traced(
  marks: readonly Buffer[],
  { sites, traps, fixed }: { sites: readonly Site[]; traps: readonly Trap[]; fixed: readonly string[] },
): LinesReport {
  const lines = new Map<string, Set<number>>();
  for (const [index, { positions }] of traps.entries()) {
    if (!marks.some((each) => each[headLength + index] === 1)) continue;
    for (const { file, line } of positions) {
      if (!lines.has(file)) lines.set(file, new Set());
      lines.get(file)!.add(line);
    }
  }
  const sorted = [...lines].map(([file, numbers]) => [file, [...numbers].sort((a, b) => a - b)]);
  const isReached = ({ file, line }: Site) => lines.get(file)?.has(line) && !fixed.includes(file);
  return { lines: Object.fromEntries(sorted), sites: sites.filter(isReached) };
}

async function prepare(program: string, contents: Buffer, root: string): Promise<NativeProgram | Reason> {
  const elf = readElf(contents);
  if ("reason" in elf) return elf;
  const code = await readOwnCode(program, elf, root);
  if ("reason" in code) return code;
  const built = await linesLibrary();
  if ("reason" in built) return built;
  const sources = new Map([...code.sources].map(([file, text]) => [file, readSource(text)]));
  const sites = findSites(code, sources);
  const machine = {
    library: built.library,
    buildId: elf.buildId,
    sites: new Map(sites.map((site) => [site.id, site])),
    traps: findTraps(code.statements, sources),
  };
  return { program, sites: sites.map(withoutCode), machine };
}

function withoutCode({ changes, ...site }: MachineSite): Site {
  return { ...site, changes: changes.map(({ pieces: _, ...change }) => change) };
}

/** Where blocks and functions begin and end, no statement is executed. */
function findTraps(
  statements: readonly (Position & { address: number; byte: number })[],
  sources: ReadonlyMap<string, SourceFile>,
): Trap[] {
  const traps = new Map<number, { address: number; byte: number; positions: Position[] }>();
  for (const { address, byte, ...position } of statements) {
    const source = sources.get(position.file)!;
    const token = source.tokens[source.tokenAt(position.line, position.column) ?? -1];
    if (token?.text === "{" || token?.text === "}") continue;
    if (!traps.has(address)) traps.set(address, { address, byte, positions: [] });
    traps.get(address)!.positions.push(position);
  }
  return [...traps.values()].sort((a, b) => a.address - b.address);
}

function findProgram(program: string, cwd: string): string | undefined {
  const folders = program.includes("/") ? [""] : (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => resolve(cwd, folder, program)).find(isFile);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
