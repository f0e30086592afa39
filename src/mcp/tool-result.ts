import type { CallToolResult } from "@modelcontextprotocol/server";
import { maskSecrets } from "../core/mask-secrets.ts";
import { counted } from "../report/quantity.ts";
import type { Link } from "./link.ts";

/** What a tool answers: a few lines for the model, data for programs, and links to the rest. */
export interface ToolResult {
  readonly text: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly links?: readonly Link[];
  readonly isError?: boolean;
}

/** As the protocol has it, without the secrets of the environment. */
export function asCallResult({ text, data, links = [], isError = false }: ToolResult): CallToolResult {
  return maskSecrets<CallToolResult>(
    {
      content: [
        { type: "text", text: text.join("\n") },
        ...links.map((each) => ({ type: "resource_link" as const, ...each })),
      ],
      ...(data ? { structuredContent: { ...data } } : {}),
      ...(isError ? { isError } : {}),
    },
    process.env,
  );
}

/** Maximum number of characters of a line: a minified file is one. */
const maxLine = 400;

/** The first lines of a text. */
export function limitLines(text: string, most: number): string {
  const lines = shortLines(text);
  if (lines.length <= most) return lines.join("\n");
  return [...lines.slice(0, most), `… ${counted(lines.length - most, "more lines")}`].join("\n");
}

/** Number of lines at the start of a text that is cut in its middle. */
const firstLines = 5;

/** The first lines of what a program printed, and its last ones, which often say why it failed. */
export function withoutMiddle(text: string, most: number): string {
  const lines = shortLines(text);
  if (lines.length <= most) return lines.join("\n");
  const left = lines.length - (most - 1);
  const cut = `… ${counted(left, "lines")} left out …`;
  return [...lines.slice(0, firstLines), cut, ...lines.slice(firstLines + left)].join("\n");
}

function shortLines(text: string): string[] {
  return text.split("\n").map((line) => (line.length > maxLine ? `${line.slice(0, maxLine)}…` : line));
}
