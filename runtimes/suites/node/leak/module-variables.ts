import { isFunction, parseSource, type SyntaxNode } from "../../../shared/syntax-tree.ts";
import type { Point } from "../../../state-node/scripts/point.ts";
import { pointOf } from "../../../state-node/scripts/point.ts";

/** The variables of a module, and where in its code they can be reached. */
export interface ModuleVariables {
  readonly names: readonly string[];
  /** Those that cannot be set. */
  readonly constants: ReadonlySet<string>;
  /** The first statement that is not a declaration of a function. */
  readonly entry: Point;
}

/** Undefined: it has none, or cannot be parsed. Test runners wrap modules in functions: then the variables are those of the function. */
export function moduleVariables(source: string, type: "module" | "script"): ModuleVariables | undefined {
  const program = parseSource(source, type, { locations: true });
  const statements = program && withoutWrappers(program.body);
  const entry = statements?.find((statement) => !/^(?:Function|Import|ExportAll)/.test(kindOf(statement)));
  if (!statements || !entry) return undefined;
  const declarations = statements.map(declarationOf);
  const names = declarations.flatMap(namesDeclared).filter((name) => !/^__vi|^__vite/.test(name));
  const constants = declarations.filter(({ kind, type }) => kind === "const" || type === "ClassDeclaration");
  return {
    names: [...new Set(names)],
    constants: new Set(constants.flatMap(namesDeclared)),
    entry: pointOf(entry.loc.start),
  };
}

/** `export function f` is a declaration of a function, too. */
function kindOf(statement: SyntaxNode): string {
  return declarationOf(statement).type;
}

function declarationOf(statement: SyntaxNode): SyntaxNode {
  return (/^Export(?:Named|Default)Declaration$/.test(statement.type) && statement.declaration) || statement;
}

/** `(async (exports) => {{ … }})` of Vitest, `({"Object.<anonymous>": function (module) { … }})` of Jest. */
function withoutWrappers(body: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const [only, ...more] = body.filter(({ directive }) => directive === undefined);
  if (!only || more.length > 0) return body;
  if (only.type === "BlockStatement") return withoutWrappers(only.body);
  const wrapper = only.type === "ExpressionStatement" ? functionIn(only.expression) : undefined;
  return wrapper?.body.type === "BlockStatement" ? withoutWrappers(wrapper.body.body) : body;
}

function functionIn(expression: SyntaxNode): SyntaxNode | undefined {
  if (isFunction(expression)) return expression;
  const value =
    expression.type === "ObjectExpression" && expression.properties.length === 1 && expression.properties[0].value;
  return value && isFunction(value) ? value : undefined;
}

function namesDeclared(declaration: SyntaxNode): string[] {
  if (declaration.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }: SyntaxNode) => namesIn(id));
  return declaration.type === "ClassDeclaration" && declaration.id ? [declaration.id.name] : [];
}

function namesIn(pattern: SyntaxNode): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type === "ObjectPattern")
    return pattern.properties.flatMap((each: SyntaxNode) => namesIn(each.value ?? each.argument));
  if (pattern.type === "ArrayPattern")
    return pattern.elements.flatMap((each: SyntaxNode | null) => (each ? namesIn(each) : []));
  if (pattern.type === "AssignmentPattern") return namesIn(pattern.left);
  return pattern.type === "RestElement" ? namesIn(pattern.argument) : [];
}
