/**
 * The code of a changed site. It counts each execution by `$culprit.h()`, which answers whether this one is changed; see
 * `ChangeFunctions`. It never begins with a bracket, since the line before may have no semicolon, and contains no line break.
 */
import type { Edits } from "../../shared/edits.ts";
import { repeatedCode } from "../sites/one-line.ts";
import type { SiteId } from "../sites/site-id.ts";

type Finish = () => void;

/** A site in a source. */
export interface SitePlace extends Pick<SiteId, "type" | "cuts" | "effect"> {
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** Makes the edits that come before those inside the site, and returns the ones to make afterwards; undefined: no such change. */
export function changeSite(site: SitePlace, change: string, edits: Edits): Finish | undefined {
  const { source, start, end, cuts } = site;
  const colon = change.indexOf(":");
  const [kind, detail] = colon === -1 ? [change, ""] : [change.slice(0, colon), change.slice(colon + 1)];
  const name = site.type === "shorthand" ? `${source.slice(start, end)}:` : "";
  const wrap: Wrap = (before, after) => insertAround(edits, { start, end }, ` ${name}${before}`, after);
  const instead = (code: string | undefined) =>
    code === undefined ? undefined : wrap(`$culprit.i($culprit.h()?(${code}):(`, "))");
  switch (kind) {
    case "true":
    case "false":
      return force(site, kind, wrap);
    case "not":
      return wrap("$culprit.x((", "))");
    case "operator":
    case "left":
    case "right":
    case "swap":
    case "operand":
      if (site.type === "binary") return changeBinary(site, detail || kind, edits);
      return instead(otherOperation(site, detail));
    case "+1":
    case "-1":
      return wrap(`$culprit.n(${Number(kind)},(`, "))");
    case "variable":
      return instead(detail);
    case "value":
      return wrap(`$culprit.v(${detail},(`, "))");
    case "exchange":
      return insertAround(edits, argumentRange(site), `...$culprit.a(${Number(detail)},`, ")");
    case "argument":
      return instead(repeatedCode(source, { start: start + cuts[0]!, end: start + cuts[1]! }));
    case "without-first":
    case "without-last":
      return wrap(`$culprit.l(${JSON.stringify(kind)},(`, "))");
    case "skip":
      return site.type === "jump"
        ? insertAround(edits, site, "{if(!$culprit.h())", "}")
        : insertAround(edits, { start, end: start + cuts[0]! }, " $culprit.h()||(", ")");
    default:
      return undefined;
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

type Wrap = (before: string, after: string) => Finish;

function insertAround(edits: Edits, { start, end }: Range, before: string, after: string): Finish {
  edits.insert(start, before);
  return () => edits.insert(end, after);
}

/** A condition is still evaluated for what it does; if it throws, that does not count. */
function force({ effect }: SitePlace, value: string, wrap: Wrap): Finish {
  if (effect === "pure") return wrap(`$culprit.i($culprit.h()?${value}:(`, "))");
  // A function cannot await or yield for the one around it.
  if (effect === "suspends") return wrap(`$culprit.v(${value},(`, "))");
  return wrap("$culprit.s(()=>(", `),${value})`);
}

/** Both operands are evaluated as ever: `a + b` becomes `$culprit.b("+","-",a,b)`. */
function changeBinary(site: SitePlace, change: string, edits: Edits): Finish {
  const { operator, at } = operatorOf(site);
  const finish = insertAround(edits, site, ` $culprit.b(${JSON.stringify(operator)},${JSON.stringify(change)},`, ")");
  edits.replace(at, at + operator.length, ",");
  return finish;
}

/** The operator behind the left operand. */
function operatorOf({ source, start, cuts }: SitePlace): { readonly operator: string; readonly at: number } {
  const before = /(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n\r\u2028\u2029]*)*/y;
  before.lastIndex = start + cuts[0]!;
  before.exec(source);
  const at = before.lastIndex;
  const symbols =
    />>>=|\*\*=|<<=|>>=|&&=|\|\|=|\?\?=|===|!==|>>>|[-+*/%&|^]=|\*\*|<<|>>|&&|\|\||[<>=!]=|[-+*/%&|^<>=]/y;
  symbols.lastIndex = at;
  return { operator: symbols.exec(source)?.[0] ?? "", at };
}

/** An operation that evaluates the same operands in another way, written beside the original. */
function otherOperation(site: SitePlace, operator: string): string | undefined {
  const { source, start, end } = site;
  const code = repeatedCode(source, site);
  if (code === undefined) return undefined;
  if (site.type === "unary") return repeatedCode(source, { start: start + 1, end });
  if (site.type === "update") return code.replace(/^(\+\+|--)|(\+\+|--)$/, operator);
  if (site.type !== "logical" && site.type !== "assignment") return undefined;
  const { operator: original, at } = operatorOf(site);
  const left = repeatedCode(source, { start, end: start + site.cuts[0]! });
  const right = repeatedCode(source, { start: at + original.length, end });
  return site.type === "logical" ? `(${left})${operator}(${right})` : `${left}${operator || "="}(${right})`;
}

function argumentRange({ start, cuts }: SitePlace): Range {
  return { start: start + cuts[0]!, end: start + cuts[2]! };
}
