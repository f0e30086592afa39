import { marked } from "marked";
import type { Chapter } from "./chapter.ts";

/** The words of each chapter, for the search of the handbook. */
export function searchData(chapters: readonly Chapter[]): Record<string, string[]> {
  const data: Record<string, string[]> = {};
  for (const { name, text } of chapters) {
    const plain = (marked.parse(text) as string).replace(/<[^>]+>/g, " ").toLowerCase();
    for (const word of new Set(plain.match(/[a-z]{4,}/g) ?? [])) (data[word] ??= []).push(name);
  }
  return data;
}
