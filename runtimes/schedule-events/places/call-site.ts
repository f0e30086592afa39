import { type Callee, captureFrames } from "../../shared/stack-frames.ts";
import { scope } from "../replacements/scope.ts";
import { isAsync, maxFrames } from "./frames.ts";
import { isFromPackage, isOwn, packageOf } from "./own-code.ts";
import { placeText } from "./place-text.ts";

/** The place of what the main script does, and of what no place is known of. */
export const mainSite = "main";

/**
 * Where the function `callee` was called, as `FILE:LINE:COLUMN`: the nearest frame on the stack that is the user's own code. A
 * package may call when that code has returned, from a queue of its own: then it is the line that caused the current event, with
 * the package's name, as in `(graceful-fs) app.mjs:9:3`; or the package's own line, if no line of the user is known. Undefined if
 * neither the user's code nor a package is on the stack.
 */
export function callSite(callee: Callee, cause = mainSite): string | undefined {
  // Where only a part of the process is controlled, there is one more function between the callee and its caller.
  const near = captureFrames(callee, scope.wholeProcess ? 1 : 2);
  if (!callers.included && (near.length === 0 || near.some(isOwn))) return ownSite(near, callee);
  const frames = captureFrames(callee, maxFrames);
  if (!frames.some(isOwn)) return packageSite(frames, callee, cause);
  const site = ownSite(frames, callee);
  return callers.included && site !== undefined ? [site, ...callersIn(frames, callee)].join(" from ") : site;
}

/** Whether places include the lines that called there. This is slow, so it is for runs that are shown to people. */
export const callers = { included: false };
const maxCallers = 2;

/** The next lines up the stack, without those that only wait. */
function callersIn(frames: readonly NodeJS.CallSite[], callee: Callee): string[] {
  const own = [...frames.keys()].filter((at) => isOwn(frames[at]!) && !isAsync(frames[at]!));
  const lines = own.map((at) => placeText(frames[at]!, at, callee).replace(/:\d+$/, ""));
  const changes = lines.filter((line, i) => i > 0 && line !== lines[i - 1]);
  return changes.slice(0, maxCallers).map((line) => withoutFileOf(line, lines[0]!));
}

function withoutFileOf(line: string, first: string): string {
  const file = first.slice(0, first.lastIndexOf(":") + 1);
  return line.startsWith(file) ? `line ${line.slice(file.length)}` : line;
}

function ownSite(frames: readonly NodeJS.CallSite[], callee: Callee): string | undefined {
  const own = frames.findIndex(isOwn);
  return own === -1 || isAwaiting(frames, own) ? undefined : placeText(frames[own]!, own, callee);
}

/** Places in packages that were used because no line of the user was known. */
const packageLines = new Set<string>([mainSite]);

function packageSite(frames: readonly NodeJS.CallSite[], callee: Callee, cause: string): string | undefined {
  const nearest = frames.findIndex(isFromPackage);
  if (nearest === -1) return undefined;
  if (!packageLines.has(cause)) return `(${packageOf(frames[nearest]!)}) ${cause.replace(/^\([^ ]+\) /, "")}`;
  const line = placeText(frames[nearest]!, nearest, callee);
  packageLines.add(line);
  return line;
}

/** Code that awaits a function of Node did not make the call that this function makes now: its own call came before. */
function isAwaiting(frames: readonly NodeJS.CallSite[], at: number): boolean {
  return isAsync(frames[at]!) && !frames.slice(0, at).some(isFromPackage);
}
