import pc from "picocolors";
import type { Chapter } from "./chapter.ts";

/** What was built, for the terminal. */
export function report(chapters: readonly Chapter[]): string {
  return chapters.map(({ name, title, since }) => `${pc.bold(title)} (${name}, since ${since})`).join("\n");
}
