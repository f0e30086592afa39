/** A note as text: a head of fields, an empty line, and what was written. */
export function writeNote({ title, tags = [], body }) {
  return `title: ${title}\ntags: ${tags.join(", ")}\n\n${body}`;
}

/** The note that a text is. */
export function readNote(text) {
  const end = text.indexOf("\n\n");
  if (end < 0) throw new SyntaxError("a note without a head");
  const fields = Object.fromEntries(
    text
      .slice(0, end)
      .split("\n")
      .map((line) => /^(\w+): ?(.*)$/.exec(line)?.slice(1) ?? []),
  );
  const tags = (fields.tags ?? "").split(", ").filter(Boolean);
  return { title: fields.title ?? "", tags, body: text.slice(end + 2) };
}

/** What a note is called on disk. */
export function slugOf(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "note";
}
