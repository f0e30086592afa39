import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { originalPosition, type Position } from "../shared/source-maps.ts";
import { scope } from "./scope.ts";

// biome-ignore lint/suspicious/noExplicitAny: any function can be the one above which the stack begins.
type Above = (...args: any[]) => unknown;

/** The nearest frame of the user's own code below `above` on the stack, as `FILE:LINE:COLUMN`; else of a package; else none. */
export function callSite(above: Above): string | undefined {
  // Where not all calls pass the gate, one more function is between it and the caller.
  const near = capture(above, scope.whole ? 1 : 2);
  if (!callers.told && (near.length === 0 || near.some(isOwn))) return siteIn(near, above);
  const frames = capture(above, far);
  const site = siteIn(frames, above);
  return callers.told && site !== undefined ? [site, ...callersIn(frames, above)].join(" from ") : site;
}

const far = 60;

/** Whether places are told with the lines that called there: for one run that is shown to people, since it takes long. */
export const callers = { told: false };
const mostCallers = 2;

/** The next lines up the stack, without those that only wait. */
function callersIn(frames: readonly NodeJS.CallSite[], above: Above): string[] {
  const own = [...frames.keys()].filter((at) => isOwn(frames[at]!) && !isAsync(frames[at]!));
  const lines = own.map((at) => textOf(frames[at]!, at, above).replace(/:\d+$/, ""));
  const changes = lines.filter((line, i) => i > 0 && line !== lines[i - 1]);
  return changes.slice(0, mostCallers).map((line) => shortFor(line, lines[0]!));
}

function shortFor(line: string, first: string): string {
  const file = first.slice(0, first.lastIndexOf(":") + 1);
  return line.startsWith(file) ? `line ${line.slice(file.length)}` : line;
}

function siteIn(frames: readonly NodeJS.CallSite[], above: Above): string | undefined {
  const own = frames.findIndex(isOwn);
  if (own !== -1) return isAwaiting(frames, own) ? undefined : textOf(frames[own]!, own, above);
  const packaged = frames.findIndex(isPackaged);
  return packaged === -1 ? undefined : textOf(frames[packaged]!, packaged, above);
}

/** Code that only waits for an inner step of a function of Node did not make that step: it made the one before. */
function isAwaiting(frames: readonly NodeJS.CallSite[], at: number): boolean {
  return isAsync(frames[at]!) && !frames.slice(0, at).some(isPackaged);
}

function isAsync(frame: NodeJS.CallSite): boolean {
  return (frame as { isAsync?(): boolean }).isAsync?.() === true;
}

/** Whether the module loader called. */
export function calledByLoader(above: Above): boolean {
  return capture(above, 1)[0]?.getFileName()?.startsWith("node:internal/modules/") === true;
}

const asFrames = (_: Error, frames: NodeJS.CallSite[]) => frames;

function capture(above: Above | undefined, limit: number): readonly NodeJS.CallSite[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = limit;
  Error.prepareStackTrace = asFrames;
  try {
    const holder: { stack?: readonly NodeJS.CallSite[] } = {};
    Error.captureStackTrace(holder, above);
    return holder.stack ?? [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace as NonNullable<typeof prepareStackTrace>;
  }
}

type Rank = "own" | "packaged" | "inner";
const ranks = new Map<string, Rank>();
/** Taken from the stack: in CommonJS and in ES modules alike, that is how a module can find out where it is. */
const here = dirname(pathOf(capture(undefined, 1)[0]?.getFileName() ?? ""));
/** The runtimes, and the library that runs the body of a test. */
const ourFolders = ["..", "../../src"].map((path) => `${resolve(here, path)}/`);
const given = process.env.CULPRIT_FOLDER ?? process.cwd();
const folders = [`${given}/`, `${realPath(given)}/`];
/** Packages whose code counts as the user's own. */
const packages = (process.env.CULPRIT_PACKAGES ?? "").split(",").filter((name) => name !== "");

const isOwn = (frame: NodeJS.CallSite) => rankOf(frame) === "own";
const isPackaged = (frame: NodeJS.CallSite) => rankOf(frame) === "packaged";

const texts = new Map<string, string>();

/** To ask for where code was written takes long, so each place is asked for once. */
function textOf(frame: NodeJS.CallSite, at: number, above: Above): string {
  const position = {
    file: pathOf(frame.getFileName() ?? ""),
    line: frame.getLineNumber() ?? 0,
    column: frame.getColumnNumber() ?? 0,
  };
  const key = `${position.file}:${position.line}:${position.column}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { file, line, column } = toldByErrors(position, at, above) ?? originalPosition(position) ?? position;
  const text = `${shownOf(file)}:${line}:${column}`;
  texts.set(key, text);
  return text;
}

/** Loaders that make other code of a file, such as those of test runners, teach errors where it was written. */
function toldByErrors(position: Position, at: number, above: Above): Position | undefined {
  const line = stackBelow(above).split("\n    at ")[at + 1] ?? "";
  const [, file, row, column] = /(?:^(?:async )?|\()([^()\n]+):(\d+):(\d+)\)?$/.exec(line) ?? [];
  if (file === undefined) return undefined;
  const told = { file: pathOf(file), line: Number(row), column: Number(column) };
  const other = told.file !== position.file || told.line !== position.line || told.column !== position.column;
  return other && told.file.startsWith("/") ? told : undefined;
}

function stackBelow(above: Above): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = far;
  try {
    const holder = new Error();
    Error.captureStackTrace(holder, above);
    return String(holder.stack);
  } catch {
    return "";
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function rankOf(frame: NodeJS.CallSite): Rank {
  const name = frame.getFileName() ?? "node:";
  const known = ranks.get(name);
  if (known !== undefined) return known;
  const rank = classify(name);
  ranks.set(name, rank);
  return rank;
}

function classify(name: string): Rank {
  const path = pathOf(name);
  if (!path.startsWith("/") || ourFolders.some((folder) => path.startsWith(folder))) return "inner";
  const packaged = path.includes("/node_modules/") && !packages.some((name) => path.includes(`/node_modules/${name}/`));
  return packaged ? "packaged" : "own";
}

function pathOf(name: string): string {
  return name.startsWith("file://") ? fileURLToPath(name) : name;
}

function shownOf(path: string): string {
  const folder = folders.find((each) => path.startsWith(each)) ?? "";
  return path.slice(folder.length);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
