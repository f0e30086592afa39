import { createHash } from "node:crypto";

/** Of each variable of a session's environment a few bits: enough to notice another value, too few to guess it. */
export type SessionVariables = Readonly<Record<string, string>>;

const hexDigits = 4;

/** Variables of the shell that started culprit, which differ from one shell to the next. */
const ofShells = new Set(["_", "SHLVL", "OLDPWD", "PWD"]);

/** `salt` keeps two runs from having the same bits for the same value. */
export function sessionVariables(environment: NodeJS.ProcessEnv, salt: string): SessionVariables {
  const kept = Object.entries(environment).filter(([name]) => !ofShells.has(name));
  const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, hexDigits);
  return Object.fromEntries(kept.map(([name, value]) => [name, digest(`${salt}\0${name}\0${value}`)]));
}

/** The names of variables that were added, removed or changed. */
export function changedVariables(before: SessionVariables, now: SessionVariables): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.filter((name) => before[name] !== now[name]).sort();
}
