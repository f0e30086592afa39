/** Changes of collections by their own methods, which run none of the program's code here. */
import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { idOf, isNull, type JavaValue } from "../jdwp/values.ts";
import { fieldNamed, type JavaClass } from "../memory/class-table.ts";
import type { ObjectReader } from "../memory/object-reader.ts";
import { shapeOf } from "../memory/shapes.ts";
import type { Part } from "../memory/slot.ts";
import type { ObjectMaker } from "./object-maker.ts";
import type { SlotWriter } from "./slot-writer.ts";

/** Those that can be made anew, with their signatures. */
export const collections: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "ArrayList",
    "LinkedList",
    "ArrayDeque",
    "Vector",
    "Stack",
    "HashMap",
    "LinkedHashMap",
    "TreeMap",
    "HashSet",
    "LinkedHashSet",
    "TreeSet",
  ].map((name) => [name, `Ljava/util/${name};`]),
);

const object = "Ljava/lang/Object;";
/** The classes that declare the methods. */
const declaredIn: Readonly<Record<string, string>> = {
  "Ljava/util/Stack;": "Ljava/util/Vector;",
  "Ljava/util/LinkedHashSet;": "Ljava/util/HashSet;",
  "Ljava/util/LinkedHashMap;": "Ljava/util/HashMap;",
};
const methodOwner = (owner: string) => declaredIn[owner] ?? owner;

/**
 * Loops over a collection count its changes, and would fail if one came from outside. So the count stays as it was. `action` is what
 * changes the collection.
 */
export async function withoutCounting(
  reader: ObjectReader,
  writer: SlotWriter,
  collection: bigint,
  action: () => Promise<void>,
): Promise<void> {
  const counts = await changeCounts(reader, collection);
  await action();
  for (const { slot, value } of counts) await writer.set(slot!, value);
}

/** Of the collection; for a set, of the map that has its elements. */
async function changeCounts(reader: ObjectReader, collection: bigint): Promise<Part[]> {
  const javaClass = await reader.classOf(collection);
  const inner = ["map", "m"].find((name) => fieldNamed(javaClass, name));
  if (inner && shapeOf(javaClass).shape.shape === "set")
    return changeCounts(reader, idOf(await reader.fields.one(collection, javaClass, inner)));
  return fieldNamed(javaClass, "modCount") ? reader.fields.parts(collection, javaClass, ["modCount"]) : [];
}

export async function addToCollection(
  maker: ObjectMaker,
  owner: string,
  collection: JavaValue,
  value: JavaValue,
): Promise<void> {
  await maker.call(collection, { owner: methodOwner(owner), name: "add", signature: `(${object})Z` }, [value]);
}

export async function putIntoMap(
  maker: ObjectMaker,
  owner: string,
  map: JavaValue,
  entry: readonly [key: JavaValue, value: JavaValue],
): Promise<void> {
  await maker.call(map, { owner: methodOwner(owner), name: "put", signature: `(${object}${object})${object}` }, entry);
}

export async function removeLast(maker: ObjectMaker, owner: string, list: JavaValue): Promise<void> {
  await maker.call(list, { owner: methodOwner(owner), name: "removeLast", signature: `()${object}` }, []);
}

export async function removeKey(
  maker: ObjectMaker,
  { owner, kind }: { readonly owner: string; readonly kind: "map" | "set" },
  collection: JavaValue,
  key: JavaValue,
): Promise<void> {
  const signature = kind === "map" ? `(${object})${object}` : `(${object})Z`;
  await maker.call(collection, { owner: methodOwner(owner), name: "remove", signature }, [key]);
}

/** The signature of a collection whose own methods can be called. Throws if they would run code of the program. */
export async function callableCollection(reader: ObjectReader, javaClass: JavaClass, id: bigint): Promise<string> {
  const { signature, name } = javaClass;
  if (!Object.values(collections).includes(signature))
    throw new ImpossibleChange(`parts of a ${name} can be neither added nor removed`);
  const map = signature === "Ljava/util/TreeSet;" ? await reader.fields.one(id, javaClass, "m") : undefined;
  const [tree, treeClass] = map ? [map.value as bigint, await reader.classOf(map.value as bigint)] : [id, javaClass];
  const isSorted = fieldNamed(treeClass, "comparator") !== undefined;
  if (isSorted && !isNull(await reader.fields.one(tree, treeClass, "comparator")))
    throw new ImpossibleChange("entries that are in an order of their own can be neither added nor removed");
  return signature;
}
