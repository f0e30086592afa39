/** What a template is made of. */
export type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "show"; readonly value: Expression; readonly line: number }
  | { readonly kind: "if"; readonly test: Test; readonly yes: readonly Node[]; readonly no: readonly Node[] }
  | { readonly kind: "for"; readonly name: string; readonly list: Expression; readonly body: readonly Node[] }
  | { readonly kind: "set"; readonly name: string; readonly value: Expression }
  | { readonly kind: "call"; readonly macro: string; readonly values: ReadonlyMap<string, Expression>; readonly line: number };

export interface Expression {
  readonly operand: Operand;
  readonly filters: readonly { readonly name: string; readonly operands: readonly Operand[] }[];
}

export type Operand =
  | { readonly kind: "constant"; readonly value: string | number }
  | { readonly kind: "path"; readonly names: readonly string[] };

export interface Test {
  readonly left: Expression;
  /** Without one it is asked whether there is something at all. */
  readonly sign?: "==" | "!=";
  readonly right?: Expression;
}

export interface Macro {
  readonly name: string;
  /** What the parameters are that a call does not mention. */
  readonly defaults: Map<string, unknown>;
  readonly body: readonly Node[];
}

export interface Template {
  readonly nodes: readonly Node[];
  readonly macros: ReadonlyMap<string, Macro>;
}
