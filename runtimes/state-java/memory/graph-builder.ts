import { chunkSize, type Vertex } from "../../protocol/state.ts";
import { JdwpError } from "../jdwp/connection.ts";
import { type Id, idOf, isNull, isReference, type JavaValue } from "../jdwp/values.ts";
import type { ReadValue, ValueReader } from "./read-value.ts";
import type { Part, Slot } from "./slot.ts";

/** A vertex while its parts are being found. */
type OpenVertex = { -readonly [key in keyof Vertex]: Vertex[key] } & { edges?: [string, number][] };

interface Unread {
  readonly vertex: OpenVertex;
  readonly load: () => Promise<() => void>;
}

/** Values that are read at the same time. */
const maxRequests = 256;
const nothingKnown = { digests: [], captured: [] };

/** Builds the graph from variables: everything that they lead to, each thing once. A thing is known by its id. */
export class GraphBuilder {
  readonly vertices: OpenVertex[] = [];
  truncated = false;
  readonly #reader: ValueReader;
  readonly #maxVertices: number;
  readonly #known = new Map<Id, number>();
  /** Where references to arrays are kept. */
  readonly #holders = new Map<Id, Slot[]>();
  readonly #unread: Unread[] = [];

  constructor(reader: ValueReader, maxVertices: number) {
    this.#reader = reader;
    this.#maxVertices = maxVertices;
  }

  /** The vertex of a value; what it leads to follows later. */
  add(value: JavaValue, slot?: Slot): number {
    if (value.tag === "[" && slot && !isNull(value)) this.#addHolder(idOf(value), slot);
    const id = isReference(value) && !isNull(value) ? idOf(value) : undefined;
    const known = id === undefined ? undefined : this.#known.get(id);
    if (known !== undefined) return known;
    const number = this.vertices.length;
    const vertex: OpenVertex = { type: "" };
    this.vertices.push(vertex);
    if (id !== undefined) this.#known.set(id, number);
    this.#later(vertex, async () => {
      const read = await this.#reader.read(value);
      return () => this.#fill(vertex, read, id);
    });
    return number;
  }

  /** A vertex of which only the type is known. */
  addUnknown(type: string): number {
    return this.vertices.push({ type, kind: "opaque" }) - 1;
  }

  /** All places that were found to refer to an array. */
  holdersOf(array: Id): readonly Slot[] {
    return this.#holders.get(array) ?? [];
  }

  /** Reads what the variables lead to, until there are too many values. */
  async followAll(): Promise<void> {
    while (this.#unread.length > 0) {
      const batch = this.#unread.splice(0, maxRequests);
      // A vertex exists before it is read; so those that exist at the limit are read, but what they lead to is not.
      const fills = await Promise.all(batch.map(({ vertex, load }) => this.#loaded(vertex, load)));
      for (const fill of fills) fill();
    }
  }

  /** Something may be gone, or of a kind that this version of Java keeps in another way. */
  async #loaded(vertex: OpenVertex, load: Unread["load"]): Promise<() => void> {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof JdwpError) && !(error instanceof Error && error.message.includes("has no field")))
        throw error;
      return () => {
        if (vertex.edges) this.#cut(vertex);
        else vertex.kind = "opaque";
      };
    }
  }

  #fill(vertex: OpenVertex, read: ReadValue, id: Id | undefined): void {
    const { type, value, kind, length, fixed, parts, hasIdentity, more, isCut } = read;
    vertex.type = type;
    if (value !== undefined) vertex.value = value;
    if (kind !== undefined) vertex.kind = kind;
    if (length !== undefined) vertex.length = length;
    if (fixed) vertex.fixed = true;
    if (hasIdentity && id !== undefined) vertex.address = id.toString(16);
    if (!parts) return;
    vertex.edges = [];
    this.#addParts(vertex, parts);
    if (isCut) this.#cut(vertex);
    if (more) this.#loadMore(vertex, more, parts.length);
  }

  #addParts(vertex: OpenVertex, parts: readonly Part[]): void {
    if (this.#isFull && parts.length > 0) this.#cut(vertex);
    else for (const { label, value, slot } of parts) vertex.edges!.push([label, this.add(value, slot)]);
  }

  /** A chunk at a time, so that the graphs of two runs end at the same element. */
  #loadMore(vertex: OpenVertex, more: NonNullable<ReadValue["more"]>, from: number): void {
    if (this.#isFull) {
      this.#cut(vertex);
      return;
    }
    const end = Math.min(vertex.length!, from + chunkSize);
    this.#later(vertex, async () => {
      const parts = await more(from, end);
      return () => {
        this.#addParts(vertex, parts);
        if (end < vertex.length! && !vertex.cut) this.#loadMore(vertex, more, end);
      };
    });
  }

  #addHolder(array: Id, slot: Slot): void {
    const known = this.#holders.get(array);
    if (known) known.push(slot);
    else this.#holders.set(array, [slot]);
  }

  get #isFull(): boolean {
    return this.vertices.length >= this.#maxVertices;
  }

  #cut(vertex: OpenVertex): void {
    vertex.cut = nothingKnown;
    this.truncated = true;
  }

  #later(vertex: OpenVertex, load: Unread["load"]): void {
    this.#unread.push({ vertex, load });
  }
}
