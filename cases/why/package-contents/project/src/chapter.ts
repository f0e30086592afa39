import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import matter from "gray-matter";
import semver from "semver";

export interface Chapter {
  readonly name: string;
  readonly title: string;
  readonly order: number;
  /** The version that it was written for. */
  readonly since: string;
  readonly text: string;
}

/** A chapter from a file with a head. */
export function parseChapter(name: string, source: string): Chapter {
  const { data, content } = matter(source);
  return {
    name,
    title: String(data.title ?? name),
    order: Number(data.order ?? 0),
    since: semver.valid(data.since) ?? "0.0.0",
    text: content.trim(),
  };
}

/** The chapters of a folder, in their order. */
export function readChapters(folder: string): Chapter[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => parseChapter(file.replace(/\.md$/, ""), readFileSync(join(folder, file), "utf8")))
    .sort((a, b) => a.order - b.order);
}

/** Those that a version already has. */
export function chaptersOf(version: string, chapters: readonly Chapter[]): Chapter[] {
  return chapters.filter(({ since }) => semver.lte(since, version));
}
