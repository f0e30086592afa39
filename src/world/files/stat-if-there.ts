import { lstatSync, type Stats, statSync } from "node:fs";

/** What is at a path; undefined: nothing, also because something above it is no folder. */
export function statIfThere(path: string): Stats | undefined {
  return unlessAboveIsNoFolder(() => statSync(path, { throwIfNoEntry: false }));
}

/** The same for a link itself. */
export function lstatIfThere(path: string): Stats | undefined {
  return unlessAboveIsNoFolder(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** Node 20 throws where something above is no folder; later versions do not. */
function unlessAboveIsNoFolder(stat: () => Stats | undefined): Stats | undefined {
  try {
    return stat();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}
