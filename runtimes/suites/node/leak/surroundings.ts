import { builtinModules, createRequire } from "node:module";
import { missing, type Place, partPlace } from "./places.ts";

/** What is around a program besides its own variables. Tests of Jest have a `process` and globals of their own. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly global: object;
}

export interface NamedPlace extends Place {
  readonly name: string;
}

/** Places that there are only one of. */
export function singlePlaces(): NamedPlace[] {
  return [
    { name: "the working directory", get: () => folder(), put: (value) => process.chdir(value as string) },
    { name: "the umask", get: () => process.umask(), put: (value) => void process.umask(value as number) },
    {
      name: "process.exitCode",
      get: () => process.exitCode,
      put: (value) => {
        process.exitCode = value as number;
      },
    },
  ];
}

function folder(): unknown {
  try {
    return process.cwd();
  } catch {
    return missing;
  }
}

const ours = /^CULPRIT_|^VITEST_|^JEST_WORKER_ID$|^NODE_OPTIONS$/;

/** The variables of the environment by name. */
export function environmentOf({ env }: Surroundings): Map<string, string> {
  return new Map(
    Object.entries(env).flatMap(([name, value]) => (ours.test(name) || value === undefined ? [] : [[name, value]])),
  );
}

export function environmentPlace({ env }: Surroundings, name: string): NamedPlace {
  return {
    name: /^[A-Za-z_$][\w$]*$/.test(name) ? `process.env.${name}` : `process.env[${JSON.stringify(name)}]`,
    get: () => (Object.hasOwn(env, name) ? env[name] : missing),
    put: (value) => {
      if (value === missing) delete env[name];
      else env[name] = value as string;
    },
  };
}

const ofRunners = /^(?:newListener|removeListener|internalMessage|message|disconnect)$/;

/** Event listeners of the process, by the names of events. */
export function listenersOfProcess(): NamedPlace[] {
  const events = process.eventNames().filter((event) => typeof event === "string" && !ofRunners.test(event));
  return events.map((event) => ({
    name: `the listeners of process for ${String(event)}`,
    get: () => process.listeners(event as "exit"),
    put: (value) => {
      process.removeAllListeners(event);
      for (const listener of (value === missing ? [] : value) as (() => void)[]) process.on(event as "exit", listener);
    },
  }));
}

export interface RootObject {
  readonly name: string;
  readonly thing: object;
  /** How far its parts are followed. */
  readonly depth: number;
}

/** Node's own modules and the global object: tests replace their functions. */
export function foreignRoots({ global }: Surroundings): RootObject[] {
  const load = createRequire(__filename);
  // Those that need the prefix are rarely used, and some print a warning when they are loaded.
  const modules = builtinModules.filter(
    (name) => !/^_|^internal|^node:|inspector|^sys$|^wasi|^punycode|^trace_events|^process$/.test(name),
  );
  const globals = Object.getOwnPropertyNames(global).flatMap((name) => {
    const value = partPlace(global, name).get();
    const { prototype } = typeof value === "function" ? value : { prototype: undefined };
    return prototype ? [{ name: `${name}.prototype`, thing: prototype as object, depth: 0 }] : [];
  });
  return [
    { name: "globalThis", thing: global, depth: 1 },
    ...globals,
    ...modules.map((name) => ({ name: `node:${name}`, thing: load(`node:${name}`) as object, depth: 1 })),
  ];
}
