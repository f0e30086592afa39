/** The text of a mail. */
export function render(events, { maxItems }) {
  const shown = events.slice(0, maxItems);
  const lines = shown.map(({ topic, text, count = 1 }) => `- [${topic}] ${text}${count > 1 ? ` (${count}×)` : ""}`);
  const left = events.length - shown.length;
  if (left > 0) lines.push(`… and ${left} more`);
  return lines.join("\n");
}
