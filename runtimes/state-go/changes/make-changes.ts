import type { NewValue, RefusedChange, ValueChange } from "../../protocol/state.ts";
import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { isInMemory, kinds } from "../delve/api.ts";
import type { Delve } from "../delve/delve.ts";
import { at, dereference } from "../memory/expressions.ts";
import type { NamedVariable } from "../memory/graph-builder.ts";
import { withinValue } from "../memory/load-config.ts";
import type { OwnFrame, Snapshot } from "../memory/snapshot.ts";
import { type MemoryRange, rangeOf, SecondCopies } from "../registers/second-copies.ts";
import { Allocator } from "./allocator.ts";
import { type FilledSlot, type Slot, Slots } from "./slots.ts";
import { type KnownThings, Writer } from "./writer.ts";

const sliceSize = 24;

/** A change whose paths were followed before anything was changed. */
interface PreparedChange {
  readonly index: number;
  readonly slot: Slot;
  readonly to: NewValue;
  /** Other variables that are the slice that the slot is an element of. */
  readonly slices: readonly NamedVariable[];
  /** Where `to` refers to. */
  readonly same?: FilledSlot;
  readonly known: KnownThings;
}

/** The memory of the stopped program, as far as changes have to know it. */
export interface ChangeableMemory {
  readonly frames: readonly OwnFrame[];
  /** Taken before anything is changed. */
  readonly snapshot: () => Promise<Pick<Snapshot, "sameSlices">>;
}

/** Makes all changes at once. Those that cannot be made are returned, and the others are made. */
export async function makeChanges(
  delve: Delve,
  memory: ChangeableMemory,
  changes: readonly ValueChange[],
): Promise<RefusedChange[]> {
  const slots = new Slots(delve, memory.frames);
  const writer = new Writer(delve, slots, new Allocator(delve));
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
  const prepared: PreparedChange[] = [];
  for (const [index, change] of changes.entries()) {
    const each = await tryChange(index, () => prepare(slots, memory, { ...change, index }));
    if (each) prepared.push(each);
  }
  const copies = await SecondCopies.find(delve, memory.frames[0]!.frame.pc);
  const ranges = await Promise.all(prepared.map((each) => changedRanges(delve, each)));
  const all = ranges.flat();
  for (const each of inOrder(prepared))
    await tryChange(each.index, async () => {
      for (const range of ranges[prepared.indexOf(each)]!) copies.check(range, all);
      await makeChange(writer, slots, each);
    });
  await copies.update();
  return refused.toSorted((a, b) => a.change - b.change);
}

async function prepare(
  slots: Slots,
  { snapshot }: ChangeableMemory,
  { at, to, index }: ValueChange & { readonly index: number },
): Promise<PreparedChange> {
  const slot = await slots.find(at);
  const known = new Map<number, FilledSlot>();
  if ("known" in to)
    for (const [number, path] of Object.entries(to.known)) known.set(Number(number), await slots.existing(path));
  const isResized = slot.parent?.variable.kind === kinds.slice && (slot.variable === undefined || "gone" in to);
  const slices = isResized ? (await snapshot()).sameSlices(slot.parent!.variable) : [];
  return { index, slot, to, known, slices, ...("path" in to ? { same: await slots.existing(to.path) } : {}) };
}

/** Slices become longer from their ends upwards and shorter downwards; their capacities come last. */
function inOrder(changes: readonly PreparedChange[]): PreparedChange[] {
  const isGone = ({ to }: PreparedChange) => "gone" in to;
  const isNew = ({ slot }: PreparedChange) => slot.variable === undefined && /^\d+$/.test(slot.label ?? "");
  const index = ({ slot }: PreparedChange) => Number(slot.label);
  const isCapacity = ({ slot }: PreparedChange) => slot.label === "cap" && slot.variable === undefined;
  const isPlain = (each: PreparedChange) => !isGone(each) && !isNew(each) && !isCapacity(each);
  return [
    ...changes.filter(isPlain),
    ...changes.filter((each) => isNew(each) && !isGone(each)).toSorted((a, b) => index(a) - index(b)),
    ...changes.filter(isGone).toSorted((a, b) => index(b) - index(a)),
    ...changes.filter(isCapacity),
  ];
}

async function makeChange(writer: Writer, slots: Slots, change: PreparedChange): Promise<void> {
  const { slot, to, same, known } = change;
  if ("gone" in to) return removePart(writer, slots, change);
  if ("undefined" in to) throw new ImpossibleChange("Go has no undefined value");
  if (slot.label === "cap" && !slot.variable && "scalar" in to && slot.parent)
    return writer.setCapacity(await slots.reload(slot.parent), Number(to.scalar), change.slices);
  const target = slot.variable ? (slot as FilledSlot) : await newElement(writer, slots, change);
  const pointer = slot.label === dereference ? slot.parent : undefined;
  if ("scalar" in to) return writer.setScalar(target, to.scalar, to.type);
  if ("path" in to) return pointer ? writer.pointTo(pointer, same!) : writer.setToSame(target, same!);
  if (pointer) return writer.pointToCopy(pointer, to, to.copy, known);
  return writer.copyInto(target, to, to.copy, known);
}

async function newElement(writer: Writer, slots: Slots, { slot, slices }: PreparedChange): Promise<FilledSlot> {
  const { parent, label } = slot;
  if (parent?.variable.kind !== kinds.slice || !/^\d+$/.test(label ?? ""))
    throw new ImpossibleChange(`delve cannot add ${label} to a value of type ${parent?.variable.type}`);
  const slice = await slots.reload(parent);
  if (slice.variable.len !== Number(label)) throw new ImpossibleChange(`the slice has no element before ${label}`);
  const longer = await writer.setSlice(slice, Number(label) + 1, slices);
  return (await slots.part(longer, label!)) as FilledSlot;
}

async function removePart(writer: Writer, slots: Slots, { slot, slices }: PreparedChange): Promise<void> {
  const { parent, label } = slot;
  if (parent?.variable.kind !== kinds.slice || !/^\d+$/.test(label ?? ""))
    throw new ImpossibleChange(`delve cannot remove ${label} from a value of type ${parent?.variable.type}`);
  const slice = await slots.reload(parent);
  if (slice.variable.len !== Number(label) + 1) throw new ImpossibleChange(`the slice has elements behind ${label}`);
  await writer.setSlice(slice, Number(label), slices);
}

/** The memory of variables that a change may write to, without what is new. */
async function changedRanges(delve: Delve, { slot, slices, to }: PreparedChange): Promise<MemoryRange[]> {
  const isOfParent = slot.label === dereference || slot.variable === undefined || "gone" in to;
  const written = [slot.variable, isOfParent ? slot.parent?.variable : undefined];
  const ranges = slices.flatMap(({ address }) => (address === undefined ? [] : [{ address, size: sliceSize }]));
  for (const each of written) {
    if (!each || !isInMemory(each)) continue;
    const hasParts = each.kind === kinds.struct || each.kind === kinds.array;
    ranges.push(rangeOf(hasParts ? await delve.evaluate(at(each), withinValue) : each));
  }
  return ranges;
}
