import { createRequire } from "node:module";
import { types } from "node:util";
import { contentsPlace, missing, type Place, partPlace, partsOf, variablePlace } from "./places.ts";
import type { ProgramModule } from "./program-modules.ts";
import {
  environmentOf,
  environmentPlace,
  foreignRoots,
  listenersOfProcess,
  type NamedPlace,
  type Surroundings,
  singlePlaces,
} from "./surroundings.ts";

/** Something that is no longer as it was. */
export interface Difference extends Place {
  readonly key: string;
  readonly name: string;
  readonly file?: string;
  readonly old: unknown;
}

/** Where something was found: its name for people, and the file of the variable that leads to it. */
interface Path {
  readonly name: string;
  readonly file?: string;
}

interface KnownThing {
  readonly path: Path;
  readonly thing: object;
  readonly parts: ReadonlyMap<unknown, unknown>;
}

const maxThings = 300_000;
const ownDepth = 40;
const foreignDepth = 3;

/** What was in all things that variables lead to when it was taken, by reference. */
export class Snapshot {
  readonly #things = new Map<object, KnownThing>();
  readonly #variables: readonly { readonly path: Path; readonly place: Place; readonly old: unknown }[];
  readonly #single: readonly { readonly place: NamedPlace; readonly old: unknown }[];
  readonly #environment: ReadonlyMap<string, string>;
  readonly #surroundings: Surroundings;

  constructor(modules: readonly ProgramModule[], surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#environment = environmentOf(surroundings);
    this.#single = [...singlePlaces(), ...listenersOfProcess()].map((place) => ({ place, old: place.get() }));
    this.#variables = testsLast(modules).flatMap(({ file, names, variables }) =>
      names.map((name) => {
        const place = variablePlace(variables, name);
        return { path: { name, file }, place, old: place.get() };
      }),
    );
    this.#walk(new Set(modules.map(({ file }) => file)));
  }

  #walk(own: ReadonlySet<string>): void {
    const exported = cachedExports(own);
    const ofOthers = new Set(exported.map(({ value }) => value));
    const byVariable = this.#variables.map(({ path, old }) => ({ path, value: old, depth: ownDepth }));
    // A variable that has what another file exports is not where that is from.
    const [imported, declared] = [true, false].map((isImport) =>
      byVariable.filter(({ value }) => ofOthers.has(value) === isImport),
    );
    const queue: { readonly path: Path; readonly value: unknown; readonly depth: number }[] = [
      ...declared!,
      ...exported,
      ...imported!,
      ...foreignRoots(this.#surroundings).map(({ name, thing, depth }) => ({ path: { name }, value: thing, depth })),
    ];
    for (let i = 0; i < queue.length && this.#things.size < maxThings; i++) {
      const { path, value, depth } = queue[i]!;
      if (!isThing(value) || this.#things.has(value)) continue;
      const parts = partsOf(value);
      if (!parts) continue;
      this.#things.set(value, { path, thing: value, parts });
      if (depth === 0) continue;
      for (const [label, part] of parts)
        if (isThing(part)) queue.push({ path: partPath(path, value, label), value: part, depth: depth - 1 });
    }
  }

  *differences(): Generator<Difference> {
    yield* this.#environmentDifferences();
    for (const { place, old } of this.#single) if (!isSame(old, place.get())) yield { ...place, key: place.name, old };
    for (const { path, place, old } of this.#variables)
      if (!Object.is(old, place.get()) && old !== missing) yield { ...path, ...place, key: keyOf(path), old };
    for (const known of [...this.#things.values()]) yield* differencesIn(known);
  }

  *#environmentDifferences(): Generator<Difference> {
    const [before, now] = [this.#environment, environmentOf(this.#surroundings)];
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      if (before.get(name) === now.get(name)) continue;
      const place = environmentPlace(this.#surroundings, name);
      yield { ...place, key: place.name, old: before.get(name) ?? missing };
    }
  }

  /** Where the difference of that key is, or will be. */
  placeOf(key: string): Place | undefined {
    const found = this.#find(key);
    if (found || !key.startsWith("process.env")) return found;
    const name = /^process\.env(?:\.(.*)|\["(.*)"\])$/s.exec(key);
    return environmentPlace(this.#surroundings, name?.[1] ?? name?.[2] ?? "");
  }

  #find(key: string): Place | undefined {
    const single = this.#single.find(({ place }) => place.name === key);
    if (single) return single.place;
    const variable = this.#variables.find(({ path }) => keyOf(path) === key);
    if (variable) return variable.place;
    for (const { path, thing, parts } of this.#things.values()) {
      if (isList(thing)) {
        if (keyOf(path) === key) return contentsPlace(thing);
        continue;
      }
      for (const label of parts.keys()) if (keyOf(partPath(path, thing, label)) === key) return partPlace(thing, label);
      const added = addedLabel(path, thing, key);
      if (added !== undefined) return partPlace(thing, added);
    }
    return undefined;
  }
}

/** The label of a part that is not there yet. */
function addedLabel(path: Path, thing: object, key: string): string | undefined {
  const [, label] = /(?:^|\.|:)([\w$]+)$/s.exec(key) ?? [];
  const quoted = /(?:\[|\.get\()("(?:[^"\\]|\\.)*")[\])]$/s.exec(key)?.[1];
  const candidate = label ?? (quoted === undefined ? undefined : (JSON.parse(quoted) as string));
  return candidate !== undefined && keyOf(partPath(path, thing, candidate)) === key ? candidate : undefined;
}

function* differencesIn({ path, thing, parts: before }: KnownThing): Generator<Difference> {
  const now = partsOf(thing) ?? new Map();
  if (isList(thing)) {
    const old = [...before].filter(([label]) => label !== "length").map(([, value]) => value);
    const place = contentsPlace(thing);
    if (!isSame(old, place.get())) yield { ...path, ...place, key: keyOf(path), old };
    return;
  }
  for (const label of new Set([...before.keys(), ...now.keys()])) {
    const [old, value] = [before.has(label) ? before.get(label) : missing, now.has(label) ? now.get(label) : missing];
    if (Object.is(old, value)) continue;
    const part = partPath(path, thing, label);
    yield { ...part, ...partPlace(thing, label), key: keyOf(part), old };
  }
}

/** What the file is of does not follow from the name of a variable. */
function keyOf({ name, file }: Path): string {
  return file === undefined ? name : `${file}:${name}`;
}

function partPath({ name, file }: Path, thing: object, label: unknown): Path {
  const inFile = file === undefined ? {} : { file };
  // Nobody writes it in front of a global variable, and a module is called by its name.
  if (name === "globalThis" || name.startsWith("node:")) name = name === "globalThis" ? "" : name.slice("node:".length);
  if (types.isMap(thing)) return { ...inFile, name: `${name}.get(${text(label)})` };
  if (typeof label === "string" && /^[A-Za-z_$][\w$]*$/.test(label))
    return { ...inFile, name: name === "" ? label : `${name}.${label}` };
  return {
    ...inFile,
    name: `${name}[${typeof label === "number" || /^\d+$/.test(String(label)) ? String(label) : text(label)}]`,
  };
}

function text(label: unknown): string {
  return typeof label === "string" ? JSON.stringify(label) : String(typeof label === "object" ? "object" : label);
}

/** The prototype of all arrays is one itself. */
function isList(thing: object): boolean {
  return (Array.isArray(thing) && !Object.hasOwn(thing, "constructor")) || types.isSet(thing);
}

/** Lists are the same if their elements are. */
function isSame(old: unknown, value: unknown): boolean {
  if (!Array.isArray(old) || !Array.isArray(value)) return Object.is(old, value);
  return old.length === value.length && old.every((each, i) => Object.is(each, value[i]));
}

function isThing(value: unknown): value is object {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject && !types.isProxy(value);
}

/** What files in CommonJS export: the program's own ones under the name `exports`, packages under theirs. */
function cachedExports(
  own: ReadonlySet<string>,
): { readonly path: Path; readonly value: unknown; readonly depth: number }[] {
  const { cache } = createRequire(__filename);
  return Object.entries(cache).flatMap(([file, module]) => {
    if (!module?.loaded) return [];
    const value = module.exports as unknown;
    if (own.has(file) || !file.includes("/node_modules/"))
      return [{ path: { name: "exports", file }, value, depth: ownDepth }];
    const [, name = ""] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//s.exec(file) ?? [];
    return isRunner.test(name) ? [] : [{ path: { name }, value, depth: foreignDepth }];
  });
}

/** What a test and the program both lead to is called by the program's name for it. */
function testsLast(modules: readonly ProgramModule[]): ProgramModule[] {
  const isTest = ({ file }: ProgramModule) => /[.\-_](?:test|spec)\.\w+$|(?:^|\/)(?:__tests__|tests?)\//.test(file);
  return [...modules.filter((each) => !isTest(each)), ...modules.filter(isTest)];
}

const isRunner =
  /^(?:mocha|vitest|@vitest\/.*|vite|vite-node|jest|jest-.*|@jest\/.*|culprit|acorn|yargs.*|chokidar|tinypool)$/;
