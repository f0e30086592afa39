import { randomBytes, scryptSync } from "node:crypto";
import { isHarmless } from "../harmless-variables.ts";

/** An environment, without secrets. */
export interface EnvironmentRecord {
  /** Of variables that hold no secrets. */
  readonly values: Readonly<Record<string, string>>;
  /** Of all others: the same value gives the same hash, and nobody can read it from that. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Without it the hashes of two records cannot be compared. */
  readonly key: string;
}

/** Guessing a short value takes a thousand times as long as with a plain hash, and all variables together 0.2 seconds. */
const cost = { N: 1024, r: 8, p: 1 };

/** Variables that differ from run to run by themselves, or that culprit sets. */
const unstable = /^(?:_|SHLVL|OLDPWD|PWD|CULPRIT\w*|npm_\w+|INIT_CWD|WINDOWID|SSH_\w+|XDG_SESSION_ID|TERM_SESSION_ID)$/;

export function recordEnvironment(
  environment: NodeJS.ProcessEnv,
  key = randomBytes(16).toString("hex"),
): EnvironmentRecord {
  const all = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    value === undefined || unstable.test(name) ? [] : [[name, value]],
  );
  return {
    values: Object.fromEntries(all.filter(([name]) => isHarmless(name))),
    hashes: Object.fromEntries(
      all.flatMap(([name, value]) => (isHarmless(name) ? [] : [[name, hashOf(name, value, key)]])),
    ),
    key,
  };
}

function hashOf(name: string, value: string, key: string): string {
  return scryptSync(value, `${key}\0${name}`, 16, cost).toString("hex");
}

/** How an environment differs from a recorded one. */
export interface EnvironmentDifference {
  /** What to set so that it is as it was there; undefined: to unset. */
  readonly known: Readonly<Record<string, string | undefined>>;
  /** Variables that had another value, which is not known; and of these, those that are not set now. */
  readonly unknown: readonly string[];
  readonly unset: readonly string[];
}

export function differenceFrom(then: EnvironmentRecord, environment: NodeJS.ProcessEnv): EnvironmentDifference {
  const now = recordEnvironment(environment, then.key);
  const names = (field: "values" | "hashes") => [...new Set([...Object.keys(then[field]), ...Object.keys(now[field])])];
  const known = names("values").filter((name) => then.values[name] !== now.values[name]);
  const changed = names("hashes").filter((name) => then.hashes[name] !== now.hashes[name]);
  // One that was not set can be unset, whatever its value is.
  const isNew = (name: string) => then.hashes[name] === undefined;
  return {
    known: Object.fromEntries([
      ...known.map((name) => [name, then.values[name]]),
      ...changed.filter(isNew).map((name) => [name, undefined]),
    ]),
    unknown: changed.filter((name) => !isNew(name) && environment[name] !== undefined),
    unset: changed.filter((name) => environment[name] === undefined),
  };
}
