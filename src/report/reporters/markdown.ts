import type { Digest } from "../digest.ts";
import type { Sentence } from "../sentence.ts";
import { withStandIns } from "../stand-in.ts";

/** Maximum number of characters of details: a comment on GitHub may have 65,536 in all. */
const maxDetails = 20_000;

/** A finding for a comment on a pull request, or the summary of a job. */
export function markdownReport({ headline, details, markdown, sentences, patches, commands }: Digest): string {
  return [
    `### ${sentenceMarkdown(headline)}.`,
    ...(markdown ?? (details === "" ? [] : [fenced(details)])),
    sentences.map(escapeMarkdown).join("\\\n"),
    ...(patches.length === 0
      ? []
      : [patches.map(({ file, use }) => `- ${codeSpan(file)} ${escapeMarkdown(use)}`).join("\n")]),
    ...(commands.length === 0
      ? []
      : [commands.map(({ shows, command }) => `- ${shows}: ${codeSpan(command)}`).join("\n")]),
  ]
    .join("\n\n")
    .concat("\n");
}

export function sentenceMarkdown(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === "string" ? escapeMarkdown(part) : codeSpan(part.code))).join("");
}

/** Text that Markdown shows as it is. A zero-width space keeps a name after @ from being notified. */
export function escapeMarkdown(text: string): string {
  return withStandIns(text)
    .replace(/[\\`*_[\]<>#|~&]/g, "\\$&")
    .replace(/@(?=\w)/g, "@\u200b")
    .replaceAll("\n", "\\\n");
}

/** A piece of code on one line, fenced by more backticks than it contains in a row. */
export function codeSpan(code: string): string {
  const text = withStandIns(code).replace(/\s*\n\s*/g, " ↵ ");
  const fence = "`".repeat(longestRun(text) + 1);
  return text.startsWith("`") || text.endsWith("`") ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

interface FencedOptions {
  readonly language?: string;
  /** Maximum number of characters. */
  readonly max?: number;
}

/** Lines of code, fenced by more backticks than they contain in a row. */
export function fenced(text: string, { language = "text", max = maxDetails }: FencedOptions = {}): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${withStandIns(shortened(text, max))}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}\n…`;
}
