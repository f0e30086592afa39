/**
 * Walks a syntax tree and tells a visitor about its units and sites.
 *
 * A unit is code of which either all is executed or nothing, as far as no exception comes in between: a statement without those
 * inside it, or an operand that is not always evaluated. A site is an expression or a statement that can be made to behave
 * differently. The tree must have been parsed with `preserveParens`, so that what is inserted at the end of a node is inside its
 * parentheses.
 */
import { childContext, type NameContext, noName } from "../../shared/function-names.ts";
import { childrenOf, isFunction, type SyntaxNode } from "../../shared/syntax-tree.ts";
import { importedAssertions, isAssertion, isFailure, onlyFails } from "./reporting-code.ts";
import { isConditional, type Role, roleOf } from "./roles.ts";
import { blockScope, functionScope, type Scope } from "./scopes.ts";

export interface Unit {
  /** Counted from 0. */
  readonly index: number;
  /** Offsets of the expressions and statements in it. */
  readonly offsets: number[];
}

export interface CodeSite {
  readonly node: SyntaxNode;
  readonly what: "expression" | "statement";
  readonly role: Role;
  readonly unit: Unit;
  readonly scope: Scope;
  /** Undefined: the top level. */
  readonly functionName: string | undefined;
  readonly reports: boolean;
  /** Inside `a?.b.c()`: it ends early as a whole, so that no part of it can be wrapped. */
  readonly inChain: boolean;
  /** `x` of `{ x }` */
  readonly isShorthand: boolean;
}

/** How a mark of a unit can stand before it: in a list of statements, as a single statement, or in an expression. */
export type UnitForm = "listed" | "single" | "expression";
type Finish = () => void;

export interface SiteVisitor {
  /** Returns what is to be done after the parts of it were visited; "ignored": they are not visited. */
  unit(unit: Unit, node: SyntaxNode, form: UnitForm): Finish | "ignored" | void;
  site(site: CodeSite): Finish | void;
  /** A block that is repeated. */
  loopBody(block: SyntaxNode): void;
}

interface At {
  readonly parent: SyntaxNode;
  readonly member: string;
  readonly role: Role;
  readonly scope: Scope;
  readonly naming: NameContext;
  readonly functionName: string | undefined;
  readonly unit: Unit;
  readonly reports: boolean;
  readonly inChain: boolean;
}

export interface WalkOptions {
  /** The outermost function was put around the source by a module system: what is in it is the top level. */
  readonly isWrapped?: boolean;
}

export function visitSites(program: SyntaxNode, visitor: SiteVisitor, { isWrapped = false }: WalkOptions = {}): void {
  const assertions = importedAssertions(program);
  let wrapperLeft = isWrapped;
  let units = 0;

  const topLevel: Unit = { index: units++, offsets: [] };
  const start = { parent: program, member: "", role: "none", naming: noName, functionName: undefined } as const;
  const scope = blockScope(program, undefined);
  visitChildren(program, { ...start, scope, unit: topLevel, reports: false, inChain: false });

  function visit(node: SyntaxNode, at: At): void {
    if (node.type === "ParenthesizedExpression") visit(node.expression, at);
    else if (at.role === "target") visitTarget(node, at);
    else visitCode(node, at);
  }

  function visitCode(node: SyntaxNode, at: At): void {
    // Up to the wrapper, nothing is the program's own.
    const form = wrapperLeft ? undefined : unitForm(node, at);
    const unit = form ? { index: units++, offsets: [] } : at.unit;
    const finishUnit = form && visitor.unit(unit, node, form);
    if (finishUnit === "ignored") return;
    if (isExpression(node) || (isStatement(node) && !notMarked.test(node.type))) unit.offsets.push(node.start);
    const inner = { ...at, unit, reports: at.reports || isReport(node, assertions) };
    const finishSite = wrapperLeft ? undefined : visitSite(node, inner);
    visitChildren(node, inner);
    finishSite?.();
    finishUnit?.();
  }

  function visitSite(node: SyntaxNode, at: At): Finish | void {
    const what = isStatement(node) ? "statement" : "expression";
    if (what === "statement" ? !canSkip(node) : at.role === "none" || !isExpression(node)) return undefined;
    const isShorthand = at.parent.type === "Property" && at.parent.shorthand === true;
    return visitor.site({ ...at, node, what, isShorthand });
  }

  function visitChildren(node: SyntaxNode, at: At): void {
    const inside = isFunction(node) ? enterFunction(node, at) : { ...at, scope: scopeIn(node, at.scope) };
    if (isLoop(node) && node.body.type === "BlockStatement") visitor.loopBody(node.body);
    for (const [member, child] of childrenOf(node)) {
      const role = roleOf(node, member);
      // The expression of a chain is no value, but has parts.
      if (role === "none" && node.type !== "ChainExpression") continue;
      visit(child, {
        ...inside,
        parent: node,
        member,
        role,
        naming: childContext(node, member, inside.naming),
        reports: inside.reports || isReportedPart(node, member),
        inChain: node.type === "ChainExpression" || (at.inChain && /^(object|callee)$/.test(member)),
      });
    }
  }

  /** Of what is written to, only the parts that are read have sites: `a` and `i` of `a[i]`. */
  function visitTarget(node: SyntaxNode, at: At): void {
    if (node.type === "MemberExpression" || node.type === "AssignmentPattern") {
      visitChildren(node, at);
      return;
    }
    for (const [member, child] of childrenOf(node)) {
      const inside = { ...at, parent: node, member };
      if (member !== "key") visit(child, { ...inside, role: "target" });
      else if (node.computed) visit(child, { ...inside, role: "value" });
    }
  }

  function enterFunction(node: SyntaxNode, at: At): At {
    const isWrapper = wrapperLeft;
    wrapperLeft = false;
    const name = node.id?.name ?? at.naming.name ?? at.functionName ?? "(anonymous)";
    return {
      ...at,
      scope: functionScope(node, at.scope, isWrapper),
      functionName: isWrapper ? undefined : name,
      naming: noName,
      reports: false,
      inChain: false,
    };
  }
}

function unitForm(node: SyntaxNode, { parent, member, role }: At): UnitForm | undefined {
  if (!isStatement(node)) {
    return role !== "none" && isExpression(node) && isConditional(parent, member) ? "expression" : undefined;
  }
  if (notMarked.test(node.type) || node.directive !== undefined || parent.type === "LabeledStatement") return undefined;
  if (/^Export/.test(node.type) && isUnmarked(node.declaration)) return undefined;
  if (/^(Program|BlockStatement|StaticBlock|SwitchCase)$/.test(parent.type)) return "listed";
  const isPart = parent.type.startsWith("Export") || /^(init|left)$/.test(member);
  return isPart ? undefined : "single";
}

const isUnmarked = (declaration: SyntaxNode | null) => !declaration || notMarked.test(declaration.type);

/** Statements whose parts are marked instead, and those that do nothing. */
const notMarked = /^(BlockStatement|FunctionDeclaration|EmptyStatement|ImportDeclaration|ExportAllDeclaration)$/;

function isStatement({ type }: SyntaxNode): boolean {
  return /Statement$|Declaration$/.test(type);
}

/** Functions and classes are not among them: they do nothing by themselves. */
function isExpression(node: SyntaxNode): boolean {
  return /^(?!Class).*Expression$|^(Identifier|Literal|TemplateLiteral)$/.test(node.type) && !isFunction(node);
}

function canSkip({ type, directive, expression }: SyntaxNode): boolean {
  if (type === "ExpressionStatement") return directive === undefined && expression.callee?.type !== "Super";
  return type === "BreakStatement" || type === "ContinueStatement";
}

function isLoop({ type }: SyntaxNode): boolean {
  return /^(For|While|DoWhile)Statement$/.test(type);
}

function scopeIn(node: SyntaxNode, scope: Scope): Scope {
  return /^(Block|Switch|For|ForIn|ForOf)Statement$|^(CatchClause|StaticBlock)$/.test(node.type)
    ? blockScope(node, scope)
    : scope;
}

/** Whether an expression or statement only reports a failure. */
function isReport(node: SyntaxNode, assertions: ReadonlySet<string>): boolean {
  if (node.type === "ExpressionStatement") return isReport(node.expression, assertions) || isFailure(node.expression);
  return node.type === "ThrowStatement" || isAssertion(node, assertions);
}

/** Whether a part only decides whether a failure is reported. */
function isReportedPart({ type, consequent, alternate, right }: SyntaxNode, member: string): boolean {
  if (type === "IfStatement") return member === "test" && (onlyFails(consequent) || onlyFails(alternate));
  return type === "LogicalExpression" && member === "left" && isFailure(right);
}
