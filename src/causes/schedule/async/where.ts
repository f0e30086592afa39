import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

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

interface File {
  readonly shown: string;
  readonly rank: "own" | "packaged" | "inner";
}
const files = new Map<string, File>();
const ourFolder = dirname(fileURLToPath(import.meta.url));
const given = process.env.CULPRIT_FOLDER ?? process.cwd();
const folders = [`${given}/`, `${realPath(given)}/`];
/** Packages whose code counts as the user's own. */
const packages = (process.env.CULPRIT_PACKAGES ?? "").split(",").filter((name) => name !== "");

const isOwn = (frame: NodeJS.CallSite) => fileOf(frame).rank === "own";
const isPackaged = (frame: NodeJS.CallSite) => fileOf(frame).rank === "packaged";
const textOf = (frame: NodeJS.CallSite) => `${fileOf(frame).shown}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;

function fileOf(frame: NodeJS.CallSite): File {
  const name = frame.getFileName() ?? "node:";
  const known = files.get(name);
  if (known !== undefined) return known;
  const file = classify(name);
  files.set(name, file);
  return file;
}

function classify(name: string): File {
  const path = name.startsWith("file://") ? fileURLToPath(name) : name;
  const folder = folders.find((each) => path.startsWith(each)) ?? "";
  const shown = path.slice(folder.length);
  if (!path.startsWith("/") || path.startsWith(ourFolder)) return { shown, rank: "inner" };
  const packaged = path.includes("/node_modules/") && !packages.some((name) => path.includes(`/node_modules/${name}/`));
  return { shown, rank: packaged ? "packaged" : "own" };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
