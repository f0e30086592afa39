import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { originalPosition, type Position } from "../source-maps.ts";

// biome-ignore lint/suspicious/noExplicitAny: any function can be the one above which the stack begins.
type Above = (...args: any[]) => unknown;

/** The nearest frame of the user's own code below `above` on the stack, as `FILE:LINE:COLUMN`; else of a package; else none. */
export function callSite(above: Above): string | undefined {
  const near = capture(above, 1);
  const frame = near.find(isOwn);
  if (frame !== undefined) return isAwaiting(frame, near) ? undefined : textOf(frame);
  if (near.length < 1) return packaged(near);
  const far = capture(above, 60);
  const own = far.find(isOwn);
  if (own === undefined) return packaged(far);
  return isAwaiting(own, far) ? undefined : textOf(own);
}

/** Code that only waits for an inner step of a function of Node did not make that step: it made the one before. */
function isAwaiting(frame: NodeJS.CallSite, frames: readonly NodeJS.CallSite[]): boolean {
  return (
    (frame as { isAsync?(): boolean }).isAsync?.() === true && !frames.slice(0, frames.indexOf(frame)).some(isPackaged)
  );
}

/** Whether the module loader called. */
export function calledByLoader(above: Above): boolean {
  return capture(above, 1)[0]?.getFileName()?.startsWith("node:internal/modules/") === true;
}

function packaged(frames: readonly NodeJS.CallSite[]): string | undefined {
  const frame = frames.find(isPackaged);
  return frame && textOf(frame);
}

const asFrames = (_: Error, frames: NodeJS.CallSite[]) => frames;

function capture(above: Above, limit: number): readonly NodeJS.CallSite[] {
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
const ourFolder = `${dirname(dirname(fileURLToPath(import.meta.url)))}/`;
const given = process.env.CULPRIT_FOLDER ?? process.cwd();
const folders = [`${given}/`, `${realPath(given)}/`];
/** Packages whose code counts as the user's own. */
const packages = (process.env.CULPRIT_PACKAGES ?? "").split(",").filter((name) => name !== "");

const isOwn = (frame: NodeJS.CallSite) => rankOf(frame) === "own";
const isPackaged = (frame: NodeJS.CallSite) => rankOf(frame) === "packaged";

const texts = new Map<string, string>();

/** To ask for where code was written takes long, so each place is asked for once. */
function textOf(frame: NodeJS.CallSite): string {
  const position = {
    file: pathOf(frame.getFileName() ?? ""),
    line: frame.getLineNumber() ?? 0,
    column: frame.getColumnNumber() ?? 0,
  };
  const key = `${position.file}:${position.line}:${position.column}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { file, line, column } = toldByProgram(frame, position) ?? originalPosition(position) ?? position;
  const text = `${shownOf(file)}:${line}:${column}`;
  texts.set(key, text);
  return text;
}

/** Loaders that make other code of a file, such as those of test runners, teach errors where it was written. */
function toldByProgram(frame: NodeJS.CallSite, position: Position): Position | undefined {
  try {
    const stack = Error.prepareStackTrace?.(new Error(), [frame]);
    const [, file, line, column] = /([^\s()][^()\n]*):(\d+):(\d+)\)?$/.exec(String(stack)) ?? [];
    if (file === undefined) return undefined;
    const told = { file: pathOf(file.replace(/^at (async )?/, "")), line: Number(line), column: Number(column) };
    const other = told.file !== position.file || told.line !== position.line || told.column !== position.column;
    return other && told.file.startsWith("/") ? told : undefined;
  } catch {
    return undefined;
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
  if (!path.startsWith("/") || path.startsWith(ourFolder)) return "inner";
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
