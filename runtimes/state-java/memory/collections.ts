/** The entries of maps and sets, read from the tables and trees in which Java keeps them. */
import { type Id, idOf, isNull, type JavaValue } from "../jdwp/values.ts";
import { fieldNamed, type JavaClass } from "./class-table.ts";
import type { ValueReader } from "./read-value.ts";
import { shapeOf } from "./shapes.ts";
import type { Part } from "./slot.ts";

interface Entry {
  readonly key: JavaValue;
  /** Sets have none. */
  readonly value?: Part;
}

export interface Entries {
  readonly kind: "map" | "set";
  readonly entries: readonly Entry[];
  /** The order is the same in every run. */
  readonly isOrdered: boolean;
  readonly isCut?: true;
  /** Entries can be neither added nor removed. */
  readonly isFixed?: true;
}

const maxEntries = 100_000;

export async function entriesOf(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Entries> {
  const { shape } = shapeOf(javaClass).shape;
  if (shape === "set") return setEntries(reader, object, javaClass);
  if (shape === "fixedMap" || shape === "fixedSet") return fixedEntries(reader, object, javaClass);
  if (shape === "properties") return propertiesEntries(reader, object, javaClass);
  const walk = shape === "linkedMap" ? linkedNodes : shape === "treeMap" ? treeNodes : tableNodes;
  const nodes = await walk(reader, object, javaClass);
  const entries = await Promise.all(nodes.map(async (node) => entryOf(reader, node)));
  const isCut = nodes.length >= maxEntries ? { isCut: true as const } : {};
  return { kind: "map", entries, isOrdered: shape !== "hashMap", ...isCut };
}

/** Its elements are the keys of a map. */
async function setEntries(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Entries> {
  const map = await reader.fields.one(object, javaClass, fieldNamed(javaClass, "map") ? "map" : "m");
  const mapClass = await reader.classOf(idOf(map));
  const read = await entriesOf(reader, idOf(map), mapClass);
  return { ...read, kind: "set", entries: read.entries.map(({ key }) => ({ key })) };
}

/** Before version 9 they were kept as in any hash table. */
async function propertiesEntries(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Entries> {
  const hasMap = javaClass.fields.some(({ name }) => name === "map");
  const table = hasMap ? idOf(await reader.fields.one(object, javaClass, "map")) : object;
  const nodes = await tableNodes(reader, table, hasMap ? await reader.classOf(table) : javaClass);
  const entries = await Promise.all(nodes.map(async (node) => entryOf(reader, node)));
  return { kind: "map", entries, isOrdered: false, isFixed: true };
}

/** `Map.of` and `Set.of`: in an array whose order is another one in each run, or in two fields. */
async function fixedEntries(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Entries> {
  const isMap = shapeOf(javaClass).shape.shape === "fixedMap";
  const names = javaClass.fields.map(({ name }) => name);
  const small = names.filter((name) => /^[kve][01]$/.test(name));
  const array = isMap ? "table" : "elements";
  const values =
    small.length > 0
      ? await reader.fields.several(object, javaClass, small)
      : await reader.elements(idOf(await reader.fields.one(object, javaClass, array)));
  const present = await Promise.all(values.map((value) => isPresent(reader, value)));
  const entries = values.flatMap((key, i): Entry[] => {
    if (!present[i] || (isMap && i % 2 === 1)) return [];
    return [isMap ? { key, value: { label: "", value: values[i + 1]! } } : { key }];
  });
  return { kind: isMap ? "map" : "set", entries, isOrdered: false, isFixed: true };
}

/** A set or list of one element has a plain object in the place of the second. */
export async function isPresent(reader: ValueReader, value: JavaValue): Promise<boolean> {
  if (isNull(value)) return false;
  return value.tag !== "L" || (await reader.classOf(idOf(value))).name !== "java.lang.Object";
}

async function entryOf(reader: ValueReader, node: Node): Promise<Entry> {
  const valueName = fieldNamed(node.nodeClass, "value") ? "value" : "val";
  const [key, value] = await reader.fields.parts(node.id, node.nodeClass, ["key", valueName]);
  return { key: key!.value, value: value! };
}

interface Node {
  readonly id: Id;
  readonly nodeClass: JavaClass;
}

/** Nodes whose keys have the same hash are a list. */
async function tableNodes(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Node[]> {
  const table = await reader.fields.one(object, javaClass, "table");
  if (isNull(table)) return [];
  const heads = (await reader.elements(idOf(table))).filter((each) => !isNull(each));
  const lists = await Promise.all(heads.map((head) => nodesFrom(reader, head, "next")));
  return lists.flat();
}

async function linkedNodes(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Node[]> {
  return nodesFrom(reader, await reader.fields.one(object, javaClass, "head"), "after");
}

async function nodesFrom(reader: ValueReader, first: JavaValue, link: string): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let at = first; !isNull(at) && nodes.length < maxEntries; ) {
    const nodeClass = await reader.classOf(idOf(at));
    // In a concurrent map, keys with the same hash are a tree, whose nodes are a list too.
    if (nodeClass.name.endsWith("$TreeBin")) {
      at = await reader.fields.one(idOf(at), nodeClass, "first");
      continue;
    }
    nodes.push({ id: idOf(at), nodeClass });
    at = await reader.fields.one(idOf(at), nodeClass, link);
  }
  return nodes;
}

/** In the order of the keys. */
async function treeNodes(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Node[]> {
  const nodes: Node[] = [];
  const above: { node: Node; right: JavaValue }[] = [];
  let at = await reader.fields.one(object, javaClass, "root");
  while (nodes.length < maxEntries && (!isNull(at) || above.length > 0)) {
    if (isNull(at)) {
      const { node, right } = above.pop()!;
      nodes.push(node);
      at = right;
    } else {
      const node = { id: idOf(at), nodeClass: await reader.classOf(idOf(at)) };
      const [left, right] = await reader.fields.several(node.id, node.nodeClass, ["left", "right"]);
      above.push({ node, right: right! });
      at = left!;
    }
  }
  return nodes;
}
