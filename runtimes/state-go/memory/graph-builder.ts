import { chunkSize, type Vertex } from "../../protocol/state.ts";
import { isInMemory, kinds, type Variable } from "../delve/api.ts";
import type { Delve } from "../delve/delve.ts";
import { channelContent } from "./channels.ts";
import { at, dereference, expressionAt, hexadecimal } from "./expressions.ts";
import { mapKeyText, scalarText } from "./go-text.ts";
import { withinValue } from "./load-config.ts";
import { isRuntimeType, shortTypeName } from "./type-names.ts";

/** A vertex while its parts are being found. */
type OpenVertex = { -readonly [key in keyof Vertex]: Vertex[key] } & { edges?: [string, number][] };

/** Something that has to be asked for: what a pointer leads to, or more of something large. */
interface Unloaded {
  readonly vertex: OpenVertex;
  readonly expression: string;
  readonly frame: number;
  readonly add: (vertex: OpenVertex, loaded: Variable) => void;
}

/** An expression for a variable, in a frame. */
export interface NamedVariable {
  readonly expression: string;
  readonly frame: number;
  /** Undefined: it is in registers. */
  readonly address?: number;
}

/** Requests that are on their way together. */
const maxRequests = 64;
const nothingKnown = { digests: [], captured: [] };

/** Builds the graph from variables: everything that they lead to, each thing once. A thing is known by its address and type. */
export class GraphBuilder {
  readonly vertices: OpenVertex[] = [];
  truncated = false;
  readonly #delve: Delve;
  readonly #maxVertices: number;
  readonly #known = new Map<string, number>();
  /** Variables that are slices, by what they have in common. */
  readonly #slices = new Map<string, readonly NamedVariable[]>();
  readonly #unloaded: Unloaded[] = [];

  constructor(delve: Delve, maxVertices: number) {
    this.#delve = delve;
    this.#maxVertices = maxVertices;
  }

  /** The vertex of a variable; what it leads to follows later. `named` is how delve finds it where it has no address. */
  add(variable: Variable, named?: NamedVariable): number {
    const content = contentOf(variable);
    // What is inside an interface is never changed, and may be shared with others that have the same value.
    const isShared = content !== variable && content.kind !== kinds.pointer;
    const identity = identityOf(content, isShared);
    if (identity?.slice) this.#addSlice(identity.key, content, named);
    const known = identity && this.#known.get(identity.key);
    if (known !== undefined) return known;
    const number = this.vertices.length;
    const vertex: OpenVertex = { type: shortTypeName(content.type) };
    this.vertices.push(vertex);
    if (identity) {
      vertex.address = hexadecimal(identity.address);
      this.#known.set(identity.key, number);
    }
    this.#fill(vertex, content, named);
    return number;
  }

  /** All variables that are the same slice as this one. */
  sameSlices(slice: Variable): readonly NamedVariable[] {
    return this.#slices.get(identityOf(slice, false)?.key ?? "") ?? [];
  }

  #addSlice(key: string, slice: Variable, named: NamedVariable | undefined): void {
    const found = isInMemory(slice) ? { expression: expressionAt(slice), frame: 0, address: slice.addr } : named;
    if (found) this.#slices.set(key, [...(this.#slices.get(key) ?? []), found]);
  }

  /** A vertex of which only the type is known. */
  addUnknown(type: string): number {
    return this.vertices.push({ type, kind: "opaque" }) - 1;
  }

  /** Loads what the variables lead to, until there are too many values. */
  async followAll(): Promise<void> {
    while (this.#unloaded.length > 0) {
      const batch = this.#unloaded.splice(0, maxRequests);
      if (this.vertices.length >= this.#maxVertices) {
        this.truncated = true;
        for (const { vertex } of [...batch, ...this.#unloaded.splice(0)]) vertex.cut = nothingKnown;
        return;
      }
      const loaded = await Promise.all(
        batch.map((each) => this.#delve.evaluate(each.expression, withinValue, each.frame).catch(() => undefined)),
      );
      for (const [i, { vertex, add }] of batch.entries()) {
        const variable = loaded[i];
        if (variable === undefined || variable.unreadable !== "") vertex.cut = nothingKnown;
        else add(vertex, variable);
      }
    }
  }

  #fill(vertex: OpenVertex, variable: Variable, named: NamedVariable | undefined): void {
    const { kind, type, unreadable, value } = variable;
    const text = unreadable === "" && isWholeText(variable) ? scalarText(variable) : undefined;
    if (text !== undefined) vertex.value = text;
    else if (isNil(variable)) vertex.value = "nil";
    else if (unreadable !== "" || isRuntimeType(type)) vertex.kind = "opaque";
    else if (kind === kinds.pointer) this.#fillPointer(vertex, variable);
    else if (kind === kinds.struct) this.#fillStruct(vertex, variable);
    else if (kind === kinds.array || kind === kinds.slice) this.#fillArray(vertex, variable, named);
    else if (kind === kinds.map) this.#fillMap(vertex, variable);
    else if (kind === kinds.chan) this.#fillChannel(vertex, variable);
    else if (kind === kinds.func) this.#fillFunction(vertex, variable, value);
    else vertex.kind = "opaque";
  }

  #fillPointer(vertex: OpenVertex, { children }: Variable): void {
    const target = children![0]!;
    if (isRuntimeType(target.type) || !isInMemory(target)) {
      vertex.kind = "opaque";
      return;
    }
    vertex.kind = "pointer";
    vertex.edges = [];
    const known = this.#known.get(identityOf(target, false)?.key ?? "");
    if (known !== undefined) vertex.edges.push([dereference, known]);
    else
      this.#later(vertex, inMemory(target), (to, loaded) => {
        to.edges!.push([dereference, this.add(loaded)]);
      });
  }

  #fillStruct(vertex: OpenVertex, variable: Variable): void {
    const { children, len } = variable;
    vertex.kind = "object";
    vertex.edges = [];
    if ((children ?? []).length < len)
      this.#later(vertex, inMemory(variable), (to, loaded) => this.#addFields(to, loaded));
    else this.#addFields(vertex, variable);
  }

  #addFields(vertex: OpenVertex, { children }: Variable): void {
    for (const field of children ?? []) if (field.name !== "_") vertex.edges!.push([field.name, this.add(field)]);
  }

  #fillArray(vertex: OpenVertex, variable: Variable, named: NamedVariable | undefined): void {
    const { kind, len, cap, children } = variable;
    vertex.kind = "array";
    vertex.length = len;
    vertex.edges = [];
    if (kind === kinds.array) vertex.fixed = true;
    this.#addElements(vertex, children ?? [], 0);
    if (kind === kinds.slice) vertex.edges.push(["cap", this.#addNumber("cap", cap)]);
    const loaded = (children ?? []).length;
    if (loaded === len) return;
    const array = isInMemory(variable) ? { expression: expressionAt(variable), frame: 0 } : named;
    if (array) this.#loadElements(vertex, array, loaded);
    else this.#cut(vertex);
  }

  /** A chunk at a time, so that the graphs of two runs end at the same element. */
  #loadElements(vertex: OpenVertex, array: NamedVariable, from: number): void {
    const length = vertex.length!;
    const end = Math.min(length, from + chunkSize);
    const { frame } = array;
    this.#later(vertex, { expression: `${array.expression}[${from}:${end}]`, frame }, (to, { children }) => {
      this.#addElements(to, children ?? [], from);
      if ((children ?? []).length < end - from) this.#cut(to);
      else if (end < length) this.#loadElements(to, array, end);
    });
  }

  #addElements(vertex: OpenVertex, elements: readonly Variable[], from: number): void {
    for (const [i, element] of elements.entries()) vertex.edges!.push([String(from + i), this.add(element)]);
  }

  /** Keys and values alternate. The order is another one in each run. */
  #fillMap(vertex: OpenVertex, variable: Variable): void {
    const { children, len } = variable;
    const entries = (children ?? []).flatMap((key, i) =>
      i % 2 === 0 ? [[mapKeyText(key), children![i + 1]!] as const] : [],
    );
    if (entries.some(([label]) => label === undefined)) {
      vertex.kind = "opaque";
      return;
    }
    vertex.kind = "map";
    vertex.fixed = true;
    vertex.edges = [];
    const sorted = entries.toSorted(([a], [b]) => (a! < b! ? -1 : 1));
    for (const [label, value] of sorted) vertex.edges.push([label!, this.add(value)]);
    if (entries.length < len) this.#cut(vertex);
  }

  /** The values that wait in it, in order, and whether it is closed. */
  #fillChannel(vertex: OpenVertex, variable: Variable): void {
    const { count, values, closed } = channelContent(variable);
    vertex.kind = "object";
    vertex.fixed = true;
    vertex.edges = values.map((value, i): [string, number] => [String(i), this.add(value)]);
    if (values.length < count) this.#cut(vertex);
    vertex.edges.push(["closed", this.#addNumber("closed", closed)]);
  }

  /** Which function it is belongs to its type: another function has other variables. */
  #fillFunction(vertex: OpenVertex, variable: Variable, name: string): void {
    const { children, type } = variable;
    if ((children ?? []).length === 0) {
      vertex.kind = "opaque";
      vertex.value = name;
    } else {
      vertex.type = `${shortTypeName(type)} ${name}`;
      vertex.kind = "object";
      vertex.fixed = true;
      vertex.edges = [];
      this.#addFields(vertex, variable);
    }
  }

  /** A part that is no variable. */
  #addNumber(type: string, value: number): number {
    return this.vertices.push({ type, value: String(value) }) - 1;
  }

  #cut(vertex: OpenVertex): void {
    vertex.cut = nothingKnown;
    this.truncated = true;
  }

  #later(vertex: OpenVertex, { expression, frame }: NamedVariable, add: Unloaded["add"]): void {
    this.#unloaded.push({ vertex, expression, frame, add });
  }
}

interface Identity {
  readonly key: string;
  readonly address: number;
  readonly slice?: true;
}

/**
 * What makes a value one thing, through whatever variable it is reached. Slices, maps and channels are what they refer to: two slices
 * of the same elements are one thing. Undefined: it is like no other.
 */
function identityOf(variable: Variable, isShared: boolean): Identity | undefined {
  const { kind, type, addr, base, len, cap } = variable;
  const isReference = kind === kinds.map || kind === kinds.chan;
  if (isReference && base !== 0) return { key: `${hexadecimal(base)} ${type}`, address: base };
  // Go has one address for everything that is empty.
  if (kind === kinds.slice && cap > 0)
    return { key: `${hexadecimal(base)} ${len} ${cap} ${type}`, address: base, slice: true };
  return isInMemory(variable) && !isShared ? { key: `${hexadecimal(addr)} ${type}`, address: addr } : undefined;
}

function inMemory(variable: Variable): NamedVariable {
  return { expression: at(variable), frame: 0 };
}

/** What an interface holds; other variables hold themselves. */
export function contentOf(variable: Variable): Variable {
  const [content] = variable.kind === kinds.interface ? (variable.children ?? []) : [];
  return content && content.kind !== kinds.invalid ? contentOf(content) : variable;
}

function isNil({ kind, children, value, base }: Variable): boolean {
  if (kind === kinds.pointer || kind === kinds.unsafePointer) return children?.[0]?.addr === 0;
  if (kind === kinds.interface) return true;
  if (kind === kinds.func) return value === "";
  return (kind === kinds.slice || kind === kinds.map || kind === kinds.chan) && base === 0;
}

function isWholeText({ kind, value, StringValueBytes: bytes, len }: Variable): boolean {
  if (kind !== kinds.string) return true;
  return (bytes ? Buffer.byteLength(bytes, "base64") : Buffer.byteLength(value)) === len;
}
