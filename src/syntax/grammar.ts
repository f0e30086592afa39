import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Automaton, type ChildShape, type Rules } from "./automaton.ts";
import type { GrammarLanguage } from "./languages.ts";

/** What the build takes from a grammar (scripts/shapes.mjs). */
interface Extract {
  /** Of each rule. */
  readonly shapes: Readonly<Record<string, ChildShape>>;
  /** Of the kinds of node that come from other rules than the one of this name, the shape by each of them. */
  readonly kinds: Readonly<Record<string, readonly ChildShape[]>>;
  readonly extras: readonly string[];
  readonly smallest: Readonly<Record<string, string>>;
}

/** What may stand in each kind of node, and the shortest text of each kind. */
export class Grammar {
  readonly #smallest: ReadonlyMap<string, string>;
  readonly #shapes: ReadonlyMap<string, ChildShape>;
  readonly #kinds: ReadonlyMap<string, readonly ChildShape[]>;
  readonly #extras: ReadonlySet<string>;
  readonly #rules: Rules = {
    shapeOf: (rule) => this.#shapes.get(rule),
    kindsOf: (shape) => this.#kindsOf(shape),
  };
  readonly #automata = new Map<string, readonly Automaton[]>();
  readonly #single = new Map<string, ReadonlySet<string> | undefined>();

  constructor({ shapes, kinds, extras, smallest }: Extract) {
    this.#shapes = new Map(Object.entries(shapes));
    this.#kinds = new Map(Object.entries(kinds));
    this.#extras = new Set(extras);
    this.#smallest = new Map(Object.entries(smallest));
  }

  smallest(kind: string): string | undefined {
    return this.#smallest.get(kind);
  }

  /** Comments and the like may stand anywhere. */
  isExtra(kind: string): boolean {
    return this.#extras.has(kind);
  }

  /** The rows of children that a kind of node may have, by each of its rules: which one it is, its place decides. */
  childrenOf(kind: string): readonly Automaton[] {
    let automata = this.#automata.get(kind);
    if (!automata) {
      const shapes: readonly ChildShape[] = this.#kinds.get(kind) ?? [["rule", kind]];
      automata = shapes.map((shape) => new Automaton(shape, this.#rules));
      this.#automata.set(kind, automata);
    }
    return automata;
  }

  #kindsOf(shape: ChildShape): ReadonlySet<string> | undefined {
    if (typeof shape === "string") return new Set([shape]);
    if (shape[0] === "rule") return this.#kindsOfRule(shape[1]);
    if (shape[0] !== "choice") return undefined;
    const all = new Set<string>();
    for (const member of shape.slice(1)) {
      const kinds = this.#kindsOf(member);
      if (!kinds) return undefined;
      for (const kind of kinds) all.add(kind);
    }
    return all;
  }

  #kindsOfRule(name: string): ReadonlySet<string> | undefined {
    if (this.#single.has(name)) return this.#single.get(name);
    this.#single.set(name, undefined); // a rule that uses itself is no single child
    const kinds = this.#kindsOf(this.#shapes.get(name) ?? ["seq"]);
    this.#single.set(name, kinds);
    return kinds;
  }
}

/** Where the build has put the grammars. */
const home = new URL(import.meta.url.endsWith(".ts") ? "../../dist/grammars/" : "../../grammars/", import.meta.url);

export function readGrammar({ name }: GrammarLanguage): Grammar {
  return new Grammar(JSON.parse(readFileSync(new URL(`${name}.json`, home), "utf8")));
}

/** The parser's tables, for web-tree-sitter. */
export function readTables({ name }: GrammarLanguage): Uint8Array {
  return gunzipSync(readFileSync(new URL(`${name}.wasm.gz`, home)));
}
