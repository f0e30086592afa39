import { TemplateError, type Token, tokensOf, wordsOf } from "./lexer.js";
import type { Expression, Macro, Node, Operand, Template, Test } from "./tree.js";

export function parseTemplate(source: string): Template {
  return new Parser(tokensOf(source)).template();
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #macros = new Map<string, Macro>();
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  template(): Template {
    const nodes = this.#nodes([]);
    const odd = this.#tokens[this.#position];
    if (odd) throw new TemplateError(`{% ${odd.text} %} ends nothing`, odd.line);
    return { nodes, macros: this.#macros };
  }

  /** Up to a tag that begins with one of these words; it is left for the caller. */
  #nodes(ends: readonly string[]): Node[] {
    const nodes: Node[] = [];
    for (let token = this.#tokens[this.#position]; token; token = this.#tokens[this.#position]) {
      if (token.kind === "tag" && (ends.includes(firstOf(token)) || firstOf(token).startsWith("end"))) break;
      this.#position++;
      const node = this.#node(token);
      if (node) nodes.push(node);
    }
    return nodes;
  }

  #node(token: Token): Node | undefined {
    if (token.kind === "text") return { kind: "text", text: token.text };
    const words = new Words(wordsOf(token.text, token.line), token.line);
    if (token.kind === "show") return { kind: "show", value: words.expression(), line: token.line };
    const name = words.next();
    switch (name) {
      case "if":
        return this.#condition(words);
      case "for":
        return this.#loop(words);
      case "set":
        return this.#assignment(words);
      case "call":
        return { kind: "call", macro: words.next(), values: words.values(), line: token.line };
      case "macro":
        this.#define(words);
        return undefined;
      default:
        throw new TemplateError(`there is no tag ${name}`, token.line);
    }
  }

  #condition(words: Words): Node {
    const test = words.test();
    const yes = this.#nodes(["else"]);
    let no: Node[] = [];
    if (this.#isAt("else")) {
      this.#position++;
      no = this.#nodes([]);
    }
    this.#end("endif");
    return { kind: "if", test, yes, no };
  }

  #loop(words: Words): Node {
    const name = words.next();
    words.expect("in");
    const list = words.expression();
    const body = this.#nodes([]);
    this.#end("endfor");
    return { kind: "for", name, list, body };
  }

  #assignment(words: Words): Node {
    const name = words.next();
    words.expect("=");
    return { kind: "set", name, value: words.expression() };
  }

  #define(words: Words): void {
    const name = words.next();
    const defaults = new Map<string, unknown>();
    for (const [parameter, { operand }] of words.values())
      defaults.set(parameter, operand.kind === "constant" ? operand.value : "");
    const body = this.#nodes([]);
    this.#end("endmacro");
    this.#macros.set(name, { name, defaults, body });
  }

  #isAt(word: string): boolean {
    const token = this.#tokens[this.#position];
    return token?.kind === "tag" && firstOf(token) === word;
  }

  #end(word: string): void {
    const token = this.#tokens[this.#position++];
    if (!token || firstOf(token) !== word)
      throw new TemplateError(`${word} is missing`, token?.line ?? this.#tokens.at(-1)?.line ?? 1);
  }
}

function firstOf(token: Token): string {
  return token.text.split(/\s/)[0]!;
}

class Words {
  readonly #words: readonly string[];
  readonly #line: number;
  #position = 0;

  constructor(words: readonly string[], line: number) {
    this.#words = words;
    this.#line = line;
  }

  next(): string {
    const word = this.#words[this.#position++];
    if (word === undefined) throw new TemplateError("something is missing", this.#line);
    return word;
  }

  takes(word: string): boolean {
    const is = this.#words[this.#position] === word;
    if (is) this.#position++;
    return is;
  }

  expect(word: string): void {
    if (!this.takes(word)) throw new TemplateError(`${word} is missing`, this.#line);
  }

  operand(): Operand {
    const word = this.next();
    if (word.startsWith('"')) return { kind: "constant", value: word.slice(1, -1) };
    if (/^\d/.test(word)) return { kind: "constant", value: Number(word) };
    return { kind: "path", names: word.split(".") };
  }

  expression(): Expression {
    const operand = this.operand();
    const filters = [];
    while (this.takes("|")) {
      const name = this.next();
      const operands: Operand[] = [];
      if (this.takes(":")) operands.push(this.operand());
      while (operands.length > 0 && this.takes(",")) operands.push(this.operand());
      filters.push({ name, operands });
    }
    return { operand, filters };
  }

  test(): Test {
    const left = this.expression();
    for (const sign of ["==", "!="] as const) if (this.takes(sign)) return { left, sign, right: this.expression() };
    return { left };
  }

  /** `name=value` as often as there are. */
  values(): Map<string, Expression> {
    const values = new Map<string, Expression>();
    while (this.#position < this.#words.length) {
      const name = this.next();
      values.set(name, this.takes("=") ? this.expression() : { operand: { kind: "constant", value: "" }, filters: [] });
    }
    return values;
  }
}
