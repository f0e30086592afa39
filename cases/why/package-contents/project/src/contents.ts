import { marked } from "marked";
import type { Chapter } from "./chapter.ts";

export interface Heading {
  readonly level: number;
  readonly anchor: string;
  readonly text: string;
}

/** The headings of a chapter as its page has them. */
export function headingsOf({ text }: Chapter): Heading[] {
  const html = marked.parse(text) as string;
  return [...html.matchAll(/<h([1-6]) id="([^"]+)">(.*?)<\/h\1>/g)].map(([, level, anchor, inner]) => ({
    level: Number(level),
    anchor: anchor ?? "",
    text: (inner ?? "").replace(/<[^>]+>/g, ""),
  }));
}

/** The contents of a handbook, one line for each heading down to a level. */
export function contents(chapters: readonly Chapter[], depth = 2): string {
  return chapters
    .flatMap((chapter) =>
      headingsOf(chapter)
        .filter(({ level }) => level <= depth)
        .map(({ level, anchor, text }) => `${"  ".repeat(level - 1)}- [${text}](${chapter.name}.html#${anchor})`),
    )
    .join("\n");
}
