import { withStandIns } from "../stand-in.ts";

/** Finished HTML. `markup` makes it from text that it escapes, so nothing the user provides gets onto the page raw. */
export class Markup {
  readonly html: string;

  /** For HTML of our own only; everything else goes through `markup`. */
  constructor(html: string) {
    this.html = html;
  }
}

export type Content = Markup | string | number | false | undefined | readonly Content[];

/**
 * A template whose gaps are escaped, unless they hold markup themselves; lists are joined, `undefined` and
 * `false` are nothing.
 */
export function markup(template: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(template.map((html, i) => html + htmlOf(contents[i])).join(""));
}

function htmlOf(content: Content): string {
  if (content instanceof Markup) return content.html;
  if (typeof content === "object") return content.map(htmlOf).join("");
  return content === undefined || content === false ? "" : escaped(String(content));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for any place in a page, attributes too. Characters that are not to be seen, or not allowed, get a stand-in. */
function escaped(text: string): string {
  return withStandIns(text).replace(/[&<>"']/g, (char) => entities[char]!);
}
