import { spawnSync } from "node:child_process";
import { usersEnvironment } from "./environment.ts";

const known = new Map<string, string | undefined>();

/** The environment in which the user works with Poetry: where none is active or in the project, the one that Poetry keeps for it. */
export function poetrysEnvironment(home: string): string | undefined {
  if (!known.has(home)) known.set(home, usersEnvironment(home) ?? ownEnvironment(home));
  return known.get(home);
}

/** It is among Poetry's own files, under a name that only Poetry knows. */
function ownEnvironment(home: string): string | undefined {
  const { status, stdout } = spawnSync("poetry", ["env", "info", "--path"], { cwd: home, encoding: "utf8" });
  return status === 0 ? stdout.trim() || undefined : undefined;
}
