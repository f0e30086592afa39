import type { SyntaxNode } from "../../shared/syntax-tree.ts";

type Range = Pick<SyntaxNode, "start" | "end">;

/** Code of a source as a person would write it on one line: without what compilers put around imported names. */
export function shownText(source: string, { start, end }: Range): string {
  return source
    .slice(start, end)
    .replace(/\s+/g, " ")
    .replace(/;$/, "")
    .replace(/\(0, ?((?:[\w$]+\.)?[\w$]+)\)/g, "$1")
    .replace(/\b__vi_import_\d+__\.(default\.)?/g, "");
}

/**
 * Code of a source to be repeated within one line; undefined if a line break means something in it. Outside templates, comments and
 * blocks it does not.
 */
export function repeatedCode(source: string, { start, end }: Range): string | undefined {
  const text = source.slice(start, end);
  if (!/[\n\r\u2028\u2029]/.test(text)) return text.includes("//") ? undefined : text;
  return /[`{\\]|\/\//.test(text) ? undefined : text.replace(/\s+/g, " ");
}
