import type { Excerpt, Story } from "../../../core/finding.ts";
import { withStandIns } from "../../../report/stand-in.ts";
import { onOneLine } from "../../../report/terminal/one-line.ts";
import type { Paint } from "../../../report/terminal/paint.ts";

/** What else has to happen, besides what the headline says, and the source lines. */
export function switchText({ finding, excerpts }: Story, paint: Paint): string {
  if (finding.cause.length === 0) return "";
  const more = finding.cause.slice(1).map(({ text = "" }) => `  ${onOneLine(text)}`);
  const shown = excerpts.flatMap((excerpt) => sourceLines(excerpt, paint));
  const width = Math.max(0, ...shown.map(({ place }) => place.length));
  const lines = shown.map(({ place, text }) => `  ${paint.dim(place.padEnd(width))}  ${text}`);
  return [...more, ...(more.length > 0 && lines.length > 0 ? [""] : []), ...lines].join("\n");
}

function sourceLines({ file, line = 1, pieces }: Excerpt, { dim, marked }: Paint) {
  // Each line is painted by itself, so that no colour runs on into the next line.
  const painted = pieces.map(({ text, cause }) =>
    withStandIns(text.replaceAll("\t", "  "))
      .split("\n")
      .map(cause ? marked : dim)
      .join("\n"),
  );
  const code = painted.join("").split("\n").slice(0, -1);
  return code.map((text, i) => ({ place: `${file}:${line + i}`, text }));
}
