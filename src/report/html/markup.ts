import { withStandIns } from "../stand-in.ts";

/** Finished HTML. `markup` escapes all text, so that nothing from the user gets onto the page unescaped. */
export class Markup {
  readonly html: string;

  /** For HTML of our own only; everything else goes through `markup`. */
  constructor(html: string) {
    this.html = html;
  }
}

/** What can be put into a page; `undefined` and `false` are left out. */
export type Content = Markup | string | number | false | undefined | readonly Content[];

/** A template tag that escapes its values, unless they are markup themselves, and joins lists. */
export function markup(template: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(template.map((html, i) => html + htmlOf(contents[i])).join(""));
}

function htmlOf(content: Content): string {
  if (content instanceof Markup) return content.html;
  if (typeof content === "object") return content.map(htmlOf).join("");
  return content === undefined || content === false ? "" : escapeText(String(content));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for any place in a page, attributes too. Invisible and forbidden characters get a stand-in. */
function escapeText(text: string): string {
  return withStandIns(text).replace(/[&<>"']/g, (char) => entities[char]!);
}
