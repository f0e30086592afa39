/** The entries of maps and sets, read from the tables and trees in which Java keeps them. */
import { type Id, idOf, isNull, type JavaValue } from "../jdwp/values.ts";
import { fieldNamed, type JavaClass, lineage } from "./class-table.ts";
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
  const walk = shape === "linkedMap" ? linkedEntries : shape === "treeMap" ? treeEntries : tableEntries;
  const entries = await walk(reader, object, javaClass);
  const isCut = entries.length >= maxEntries ? { isCut: true as const } : {};
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
  const entries = await tableEntries(reader, table, hasMap ? await reader.classOf(table) : javaClass);
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

/** The parts of the nodes of one collection, which are all of the same kind: one question for each node. */
class NodeReader {
  readonly #reader: ValueReader;
  readonly #links: readonly string[];
  #nodeClass: JavaClass | undefined;

  constructor(reader: ValueReader, links: readonly string[]) {
    this.#reader = reader;
    this.#links = links;
  }

  async read(node: Id): Promise<{ readonly entry: Entry; readonly links: readonly JavaValue[] }> {
    this.#nodeClass ??= baseOf(await this.#reader.classOf(node), this.#links[0]!);
    const valueName = fieldNamed(this.#nodeClass, "value") ? "value" : "val";
    const names = ["key", valueName, ...this.#links];
    const [key, value, ...links] = await this.#reader.fields.parts(node, this.#nodeClass, names);
    return { entry: { key: key!.value, value: value! }, links: links.map((each) => each.value) };
  }
}

/** Nodes may be of several classes that extend the one with the link. */
function baseOf(nodeClass: JavaClass, link: string): JavaClass {
  return lineage(nodeClass).find(({ fields }) => fields.some(({ name }) => name === link)) ?? nodeClass;
}

/** Nodes whose keys have the same hash are a list. */
async function tableEntries(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Entry[]> {
  const table = await reader.fields.one(object, javaClass, "table");
  if (isNull(table)) return [];
  const isConcurrent = javaClass.name.startsWith("java.util.concurrent.");
  const heads = (await reader.elements(idOf(table))).filter((each) => !isNull(each));
  const firsts = isConcurrent ? await Promise.all(heads.map((head) => firstOfBin(reader, head))) : heads;
  const nodes = new NodeReader(reader, ["next"]);
  const [first, ...others] = firsts;
  if (!first) return [];
  // The first one finds the class of all.
  const start = await entriesFrom(nodes, first);
  return [...start, ...(await Promise.all(others.map((each) => entriesFrom(nodes, each)))).flat()];
}

/** In a concurrent map, many keys with the same hash are a tree, whose nodes are a list too. */
async function firstOfBin(reader: ValueReader, head: JavaValue): Promise<JavaValue> {
  const headClass = await reader.classOf(idOf(head));
  return headClass.name.endsWith("$TreeBin") ? reader.fields.one(idOf(head), headClass, "first") : head;
}

async function linkedEntries(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Entry[]> {
  return entriesFrom(new NodeReader(reader, ["after"]), await reader.fields.one(object, javaClass, "head"));
}

async function entriesFrom(nodes: NodeReader, first: JavaValue): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let at = first; !isNull(at) && entries.length < maxEntries; ) {
    const { entry, links } = await nodes.read(idOf(at));
    entries.push(entry);
    at = links[0]!;
  }
  return entries;
}

/** In the order of the keys. */
async function treeEntries(reader: ValueReader, object: Id, javaClass: JavaClass): Promise<Entry[]> {
  const nodes = new NodeReader(reader, ["left", "right"]);
  const entries: Entry[] = [];
  const above: { readonly entry: Entry; readonly right: JavaValue }[] = [];
  let at = await reader.fields.one(object, javaClass, "root");
  while (entries.length < maxEntries && (!isNull(at) || above.length > 0)) {
    if (isNull(at)) {
      const { entry, right } = above.pop()!;
      entries.push(entry);
      at = right;
    } else {
      const { entry, links } = await nodes.read(idOf(at));
      above.push({ entry, right: links[1]! });
      at = links[0]!;
    }
  }
  return entries;
}
