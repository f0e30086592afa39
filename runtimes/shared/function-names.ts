import type { SyntaxNode } from "./syntax-tree.ts";

/** What names a function that has no name of its own. */
export interface NameContext {
  /** The class whose members are visited. */
  readonly className: string | undefined;
  /** What the function is assigned to. */
  readonly name: string | undefined;
}

export const noName: NameContext = { className: undefined, name: undefined };

/** The context for a child of a node. */
export function childContext(node: SyntaxNode, member: string, { className, name }: NameContext): NameContext {
  const { type } = node;
  const named = (assigned: string | undefined): NameContext => ({ className, name: assigned });
  if (/^Class(Declaration|Expression)$/.test(type)) return { className: node.id?.name ?? name, name };
  if (type === "ClassBody") return { className, name };
  if (/^(MethodDefinition|PropertyDefinition)$/.test(type) && member === "value") {
    const key = keyName(node);
    return named(key && className ? `${className}.${key}` : key);
  }
  if (type === "Property" && member === "value") return named(keyName(node));
  if (type === "VariableDeclarator" && member === "init") return named(node.id.name);
  if (type === "AssignmentExpression" && member === "right") return named(targetName(node.left));
  return noName;
}

function keyName({ key, computed }: SyntaxNode): string | undefined {
  if (computed) return undefined;
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  return key.type === "Identifier" ? key.name : String(key.value);
}

function targetName({ type, name, property, computed }: SyntaxNode): string | undefined {
  if (type === "Identifier") return name;
  return type === "MemberExpression" && !computed ? property.name : undefined;
}
