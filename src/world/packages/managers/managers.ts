import { basename } from "node:path";
import type { LockedManager, Manager, ManagerName } from "./manager.ts";

/** All managers but npm, whose packages are composed without it. Their parsers are loaded only when one is used. */
const managers: Readonly<Record<LockedManager, () => Promise<Manager>>> = {
  uv: async () => (await import("./uv.ts")).uv,
  pnpm: async () => (await import("./pnpm/pnpm.ts")).pnpm,
  yarn: async () => (await import("./yarn/yarn.ts")).yarn,
  bun: async () => (await import("./bun/bun.ts")).bun,
  poetry: async () => (await import("./poetry.ts")).poetry,
  pip: async () => (await import("./pip.ts")).pip,
  cargo: async () => (await import("./cargo/cargo.ts")).cargo,
  go: async () => (await import("./go/go.ts")).go,
};

/** Lockfiles by their names, the usual ones first. */
const byName: readonly (readonly [RegExp, ManagerName])[] = [
  [/^(?:npm-shrinkwrap|package-lock.*)\.json$/, "npm"],
  [/^pnpm-lock.*\.yaml$/, "pnpm"],
  [/^yarn.*\.lock$/, "yarn"],
  [/^bun.*\.lockb?$/, "bun"],
  [/^uv.*\.lock$/, "uv"],
  [/^poetry.*\.lock$/, "poetry"],
  [/^Cargo.*\.lock$/, "cargo"],
  [/^go.*\.mod$/, "go"],
  [/^requirements.*\.txt$/, "pip"],
];

export function loadManager(name: LockedManager): Promise<Manager> {
  return managers[name]();
}

/** The manager of a lockfile, by the file's name; undefined: none that we know. */
export function managerOfFile(path: string): ManagerName | undefined {
  return byName.find(([pattern]) => pattern.test(basename(path)))?.[1];
}
