import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Language } from "./languages.ts";

/** What a grammar says of the places inside a kind of node. */
export interface Slot {
  /** Several nodes may stand there, one after the other. */
  readonly multiple: boolean;
  /** At least one must. */
  readonly required: boolean;
  readonly kinds: ReadonlySet<string>;
}

interface Place {
  readonly multiple: boolean;
  readonly required: boolean;
  readonly types: readonly { readonly type: string }[];
}

interface NodeType {
  readonly type: string;
  readonly named: boolean;
  readonly extra?: boolean;
  readonly fields?: Readonly<Record<string, Place>>;
  readonly children?: Place;
  readonly subtypes?: readonly { readonly type: string }[];
}

/** The places that a grammar knows, and the shortest text of each of its kinds. */
export class Grammar {
  readonly smallest: Readonly<Record<string, string>>;
  readonly #types = new Map<string, NodeType>();
  readonly #slots = new Map<string, Slot | undefined>();

  constructor({ types, smallest }: { types: readonly NodeType[]; smallest: Readonly<Record<string, string>> }) {
    for (const type of types) if (type.named) this.#types.set(type.type, type);
    this.smallest = smallest;
  }

  /** Comments and the like may stand anywhere. */
  isExtra(kind: string): boolean {
    return this.#types.get(kind)?.extra ?? kind.includes("comment");
  }

  /** What may stand in a field of a kind of node, or among its other children. */
  slot(parent: string, field: string | null): Slot | undefined {
    const key = `${parent} ${field ?? ""}`;
    if (!this.#slots.has(key)) {
      const type = this.#types.get(parent);
      const place = field === null ? type?.children : type?.fields?.[field];
      this.#slots.set(
        key,
        place && { ...place, kinds: new Set(place.types.flatMap(({ type }) => this.#concrete(type))) },
      );
    }
    return this.#slots.get(key);
  }

  /** A kind that stands for others, as those. */
  #concrete(kind: string): string[] {
    const subtypes = this.#types.get(kind)?.subtypes;
    return subtypes ? subtypes.flatMap(({ type }) => this.#concrete(type)) : [kind];
  }
}

/** Where the build has put the grammars. */
const home = new URL(import.meta.url.endsWith(".ts") ? "../../dist/grammars/" : "../grammars/", import.meta.url);

export function readGrammar({ name }: Language): Grammar {
  return new Grammar(JSON.parse(readFileSync(new URL(`${name}.json`, home), "utf8")));
}

/** The parser's tables, for web-tree-sitter. */
export function readTables({ name }: Language): Uint8Array {
  return gunzipSync(readFileSync(new URL(`${name}.wasm.gz`, home)));
}
