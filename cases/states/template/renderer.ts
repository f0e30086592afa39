import { filters, isEmpty, listOf } from "./filters.js";
import { TemplateError } from "./lexer.js";
import { Scope } from "./scope.js";
import type { Expression, Macro, Node, Operand, Template, Test } from "./tree.js";

export function render(template: Template, data: Readonly<Record<string, unknown>>): string {
  return new Renderer(template).render(new Scope(new Map(Object.entries(data))));
}

class Renderer {
  readonly #template: Template;
  readonly #parts: string[] = [];
  #depth = 0;

  constructor(template: Template) {
    this.#template = template;
  }

  render(scope: Scope): string {
    this.#nodes(this.#template.nodes, scope);
    return this.#parts.join("");
  }

  #nodes(nodes: readonly Node[], scope: Scope): void {
    for (const node of nodes) this.#node(node, scope);
  }

  #node(node: Node, scope: Scope): void {
    switch (node.kind) {
      case "text":
        this.#parts.push(node.text);
        break;
      case "show":
        this.#parts.push(escaped(this.#value(node.value, scope, node.line)));
        break;
      case "if":
        this.#nodes(this.#holds(node.test, scope) ? node.yes : node.no, scope);
        break;
      case "for":
        this.#loop(node, scope);
        break;
      case "set":
        scope.set(node.name, this.#value(node.value, scope));
        break;
      case "call":
        this.#call(node, scope);
        break;
    }
  }

  #loop({ name, list, body }: Extract<Node, { kind: "for" }>, scope: Scope): void {
    const items = listOf(this.#value(list, scope));
    for (const [i, item] of items.entries()) {
      const inner = new Scope(new Map<string, unknown>([[name, item]]), scope);
      inner.set("number", i + 1);
      inner.set("last", i === items.length - 1);
      this.#nodes(body, inner);
    }
  }

  #call({ macro: name, values, line }: Extract<Node, { kind: "call" }>, scope: Scope): void {
    const macro = this.#template.macros.get(name);
    if (!macro) throw new TemplateError(`there is no macro ${name}`, line);
    if (this.#depth > 50) throw new TemplateError(`${name} calls itself without end`, line);
    const bound = this.#bind(macro, values, scope);
    this.#depth++;
    this.#nodes(macro.body, bound);
    this.#depth--;
  }

  #bind(macro: Macro, values: ReadonlyMap<string, Expression>, scope: Scope): Scope {
    const inner = new Scope(macro.defaults, scope); // DEFECT: what one call sets here stays for the next one
    for (const [name, value] of values) inner.set(name, this.#value(value, scope));
    return inner;
  }

  #holds({ left, sign, right }: Test, scope: Scope): boolean {
    const value = this.#value(left, scope);
    if (sign === undefined || right === undefined) return !isEmpty(value);
    const isSame = value === this.#value(right, scope);
    return sign === "==" ? isSame : !isSame;
  }

  #value({ operand, filters: named }: Expression, scope: Scope, line = 0): unknown {
    let value = valueOf(operand, scope);
    for (const { name, operands } of named) {
      const filter = filters[name];
      if (!filter) throw new TemplateError(`there is no filter ${name}`, line);
      value = filter(value, ...operands.map((each) => valueOf(each, scope)));
    }
    return value;
  }
}

function valueOf(operand: Operand, scope: Scope): unknown {
  if (operand.kind === "constant") return operand.value;
  const [first, ...rest] = operand.names;
  let value = scope.get(first!);
  for (const name of rest) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(value: unknown): string {
  return String(value ?? "").replace(/[&<>"]/g, (sign) => entities[sign]!);
}
