import type { NewValue, RefusedChange, ValueChange } from "../../protocol/state.ts";
import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { idOf, isNull, type JavaValue } from "../jdwp/values.ts";
import type { Snapshot, StoppedProgram } from "../memory/snapshot.ts";
import {
  addToCollection,
  callableCollection,
  putIntoMap,
  removeKey,
  removeLast,
  withoutCounting,
} from "./collection-changes.ts";
import { ObjectMaker } from "./object-maker.ts";
import { type Found, PathFinder } from "./path-finder.ts";
import { canResize, Resizer } from "./resizer.ts";
import { SlotWriter } from "./slot-writer.ts";
import { type KnownThings, ValueMaker } from "./value-maker.ts";

/** A change whose paths were followed before anything was changed. */
interface PreparedChange {
  readonly index: number;
  readonly found: Found;
  readonly to: NewValue;
  /** Where `to` refers to. */
  readonly same?: JavaValue;
  readonly known: KnownThings;
}

/** Makes all changes at once. Those that cannot be made are returned, and the others are made. `snapshot` is from before. */
export async function makeChanges(
  program: StoppedProgram,
  changes: readonly ValueChange[],
  snapshot: () => Promise<Snapshot>,
): Promise<RefusedChange[]> {
  const refused: RefusedChange[] = [];
  const tryChange = async <T>(index: number, action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ImpossibleChange)) throw error;
      refused.push({ change: index, reason: error.message });
      return undefined;
    }
  };
  const paths = new PathFinder(program);
  const prepared: PreparedChange[] = [];
  for (const [index, change] of changes.entries()) {
    const each = await tryChange(index, () => prepare(paths, { ...change, index }));
    if (each) prepared.push(each);
  }
  const holders = prepared.some(resizesArray) ? (await snapshot()).holdersOf : () => [];
  const changer = new Changer(program, holders);
  for (const each of inOrder(prepared)) await tryChange(each.index, () => changer.make(each));
  for (const [index, reason] of await changer.finish()) refused.push({ change: index, reason });
  return refused.toSorted((a, b) => a.change - b.change);
}

async function prepare(
  paths: PathFinder,
  { at, to, index }: ValueChange & { readonly index: number },
): Promise<PreparedChange> {
  const found = await paths.find(at);
  const known = new Map<number, JavaValue>();
  if ("known" in to)
    for (const [number, path] of Object.entries(to.known)) known.set(Number(number), await paths.existing(path));
  return { index, found, to, known, ...("path" in to ? { same: await paths.existing(to.path) } : {}) };
}

function resizesArray({ found, to }: PreparedChange): boolean {
  return found.parent?.value.tag === "[" && (found.value === undefined || "gone" in to);
}

/** Lists become longer from their ends upwards and shorter downwards. */
function inOrder(changes: readonly PreparedChange[]): PreparedChange[] {
  const isGone = ({ to }: PreparedChange) => "gone" in to;
  const isNew = ({ found }: PreparedChange) => found.value === undefined;
  const index = ({ found }: PreparedChange) => Number(found.label) || 0;
  return [
    ...changes.filter((each) => !isGone(each) && !isNew(each)),
    ...changes.filter((each) => !isGone(each) && isNew(each)).toSorted((a, b) => index(a) - index(b)),
    ...changes.filter(isGone).toSorted((a, b) => index(b) - index(a)),
  ];
}

/** Makes prepared changes one after the other. */
class Changer {
  readonly #program: StoppedProgram;
  readonly #maker: ObjectMaker;
  readonly #writer: SlotWriter;
  readonly #values: ValueMaker;
  readonly #resizer: Resizer;

  constructor(program: StoppedProgram, holders: Snapshot["holdersOf"]) {
    const { machine, reader, thread } = program;
    this.#program = program;
    this.#maker = new ObjectMaker(machine, reader.classes, thread);
    this.#writer = new SlotWriter(machine, reader, thread);
    this.#values = new ValueMaker(machine, reader, this.#maker, this.#writer);
    this.#resizer = new Resizer(program, { maker: this.#maker, writer: this.#writer, holders });
  }

  /** Lengths are changed at the end. */
  async make(change: PreparedChange): Promise<void> {
    const { found, to } = change;
    if ("undefined" in to) throw new ImpossibleChange("Java has no undefined value");
    if ("gone" in to) return this.#remove(change);
    if (found.value === undefined) return this.#add(change);
    if (!found.slot) throw new ImpossibleChange(`${found.label} cannot be replaced`);
    if ("scalar" in to && isBuilder(to.type) && !isNull(found.value)) return this.#setText(found.value, to);
    await this.#writer.set(found.slot, await this.#valueFor(change, found.slot.signature));
  }

  /** The changes that were impossible, and why. */
  async finish(): Promise<readonly (readonly [index: number, reason: string])[]> {
    return this.#resizer.finish();
  }

  async #valueFor({ to, same, known }: PreparedChange, signature: string): Promise<JavaValue> {
    if ("scalar" in to) return this.#values.scalar(to.scalar, to.type, signature);
    if ("path" in to) return same!;
    if ("copy" in to) return this.#values.copy(to, to.copy, known);
    throw new ImpossibleChange("it cannot be changed");
  }

  async #add(change: PreparedChange): Promise<void> {
    const { parent, label } = change.found;
    if (!parent) throw new ImpossibleChange(`there is no variable ${label}`);
    const kind = await canResize(this.#program.reader, parent);
    if (kind) {
      const value = await this.#valueFor(change, kind.signature);
      this.#resizer.grow(parent, change.index, Number(label), value);
      return;
    }
    const { value: collection, read } = parent;
    const owner = await this.#collectionOf(parent);
    if (read.kind === "array" && !/^\d+$/.test(label)) throw new ImpossibleChange(`there is no part ${label}`);
    const key = read.kind === "array" ? undefined : await this.#values.key(label);
    const value = read.kind === "set" ? key! : await this.#valueFor(change, object);
    await withoutCounting(this.#program.reader, this.#writer, idOf(collection), () =>
      key && read.kind !== "set"
        ? putIntoMap(this.#maker, owner, collection, [key, value])
        : addToCollection(this.#maker, owner, collection, value),
    );
  }

  async #remove({ index, found: { parent, label } }: PreparedChange): Promise<void> {
    if (!parent) throw new ImpossibleChange(`the variable ${label} cannot be removed`);
    if (await canResize(this.#program.reader, parent)) {
      this.#resizer.shrink(parent, index, Number(label));
      return;
    }
    const { value: collection, read } = parent;
    const { kind } = read;
    const owner = await this.#collectionOf(parent);
    const key = kind === "map" || kind === "set" ? { kind, key: await this.#values.key(label) } : undefined;
    await withoutCounting(this.#program.reader, this.#writer, idOf(collection), () =>
      key
        ? removeKey(this.#maker, { owner, kind: key.kind }, collection, key.key)
        : removeLast(this.#maker, owner, collection),
    );
  }

  async #collectionOf({ value }: NonNullable<Found["parent"]>): Promise<string> {
    const { reader } = this.#program;
    return callableCollection(reader, await reader.classOf(idOf(value)), idOf(value));
  }

  /** A builder of texts stays the same thing, with what a new one has. */
  async #setText(
    builder: JavaValue,
    { scalar, type }: { readonly scalar: string; readonly type: string },
  ): Promise<void> {
    const { reader } = this.#program;
    const made = await this.#values.scalar(scalar, type);
    const javaClass = await reader.classOf(idOf(builder));
    const names = ["value", "coder", "count"].filter((name) =>
      javaClass.superclass?.fields.some((each) => each.name === name),
    );
    const [from, to] = await Promise.all(
      [made, builder].map((each) => reader.fields.parts(idOf(each), javaClass, names)),
    );
    for (const [i, { slot }] of to!.entries()) await this.#writer.set(slot!, from![i]!.value);
  }
}

const object = "Ljava/lang/Object;";

function isBuilder(type: string): boolean {
  return type === "StringBuilder" || type === "StringBuffer";
}
