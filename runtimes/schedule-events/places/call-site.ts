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
  return callers.included && site !== undefined ? `${site}${callersText(frames, callee)}` : site;
}

/** Whether places include the lines that called there. This is slow, so it is for runs that are shown to people. */
export const callers = { included: false };
const maxCallers = 2;

/** The lines of the user that called the line of `callSite`: ` from line 20:9 from other.mjs:3:1`. */
export function callersOf(callee: Callee): string {
  return callersText(captureFrames(callee, maxFrames), callee);
}

/** The next lines up the stack, without those that only wait. */
function callersText(frames: readonly NodeJS.CallSite[], callee: Callee): string {
  const own = [...frames.keys()].filter((at) => isOwn(frames[at]!) && !isAsync(frames[at]!));
  const places = own.map((at) => placeText(frames[at]!, at, callee));
  const lines = places.map((place) => place.replace(/:\d+$/, ""));
  const changes = places.filter((_, i) => i > 0 && lines[i] !== lines[i - 1]);
  const file = lines[0]?.replace(/\d+$/, "") ?? "";
  const texts = changes.map((place) => (place.startsWith(file) ? `line ${place.slice(file.length)}` : place));
  return texts
    .slice(0, maxCallers)
    .map((text) => ` from ${text}`)
    .join("");
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
