// markdown: turns a text with light marks into HTML. Headings, paragraphs, nested lists, quotes, code and links.
//
//   node markdown.mjs FILE     prints HTML; ends with 1 if its tags are not in order
import { readFileSync } from "node:fs";

// ---- lines

function classify(line) {
  const indent = /^ */.exec(line)[0].length;
  const text = line.slice(indent).trimEnd();
  if (text === "") return { kind: "blank", indent: 0, text };
  if (text.startsWith("```")) return { kind: "fence", indent, text: text.slice(3).trim() };
  const heading = /^(#{1,6})\s+(.*)$/.exec(text);
  if (heading) return { kind: "heading", indent, level: heading[1].length, text: heading[2] };
  const item = /^([-*]|\d+\.)\s+(.*)$/.exec(text);
  if (item) return { kind: "item", indent, ordered: /\d/.test(item[1]), text: item[2] };
  if (text.startsWith(">")) return { kind: "quote", indent, text: text.slice(1).trim() };
  if (/^(-{3,}|\*{3,})$/.test(text)) return { kind: "rule", indent, text };
  return { kind: "text", indent, text };
}

// ---- marks within a line

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escaped(text) {
  return text.replace(/[&<>]/g, (sign) => entities[sign]);
}

class Inline {
  constructor(text) {
    this.text = text;
    this.position = 0;
    this.output = "";
  }

  render() {
    while (this.position < this.text.length) this.step();
    return this.output;
  }

  step() {
    const rest = this.text.slice(this.position);
    const code = /^`([^`]+)`/.exec(rest);
    if (code) return this.take(code, `<code>${escaped(code[1])}</code>`);
    const strong = /^\*\*(.+?)\*\*/.exec(rest);
    if (strong) return this.take(strong, `<strong>${inline(strong[1])}</strong>`);
    const emphasis = /^_(.+?)_/.exec(rest);
    if (emphasis) return this.take(emphasis, `<em>${inline(emphasis[1])}</em>`);
    const link = /^\[([^\]]+)\]\(([^)\s]+)\)/.exec(rest);
    if (link) return this.take(link, `<a href="${escaped(link[2])}">${inline(link[1])}</a>`);
    this.output += escaped(rest[0]);
    this.position++;
  }

  take([matched], html) {
    this.output += html;
    this.position += matched.length;
  }
}

function inline(text) {
  return new Inline(text).render();
}

// ---- blocks

class Renderer {
  constructor() {
    this.output = [];
    this.paragraph = [];
    // Lists that are open, the innermost last.
    this.lists = [];
    this.quoted = false;
    this.fence = undefined;
  }

  write(html) {
    this.output.push("  ".repeat(this.lists.length) + html);
  }

  line(source) {
    if (this.fence) return this.code(source);
    const line = classify(source);
    if (line.kind !== "text" && line.kind !== "quote") this.endParagraph();
    if (this.quoted && line.kind !== "quote" && line.kind !== "text") this.endQuote();
    switch (line.kind) {
      case "blank":
        return this.blank();
      case "fence":
        this.endLists();
        this.fence = { language: line.text, lines: [] };
        return;
      case "heading":
        this.endLists();
        return this.write(`<h${line.level}>${inline(line.text)}</h${line.level}>`);
      case "rule":
        this.endLists();
        return this.write("<hr>");
      case "item":
        return this.item(line);
      case "quote":
        return this.quote(line);
      default:
        return this.continued(line);
    }
  }

  blank() {
    if (this.quoted) this.endQuote();
  }

  continued(line) {
    if (this.lists.length > 0 && line.indent <= this.lists[0].indent) this.endLists();
    this.paragraph.push(line.text);
  }

  quote(line) {
    if (!this.quoted) {
      this.endParagraph();
      this.endLists();
      this.write("<blockquote>");
      this.quoted = true;
    }
    this.paragraph.push(line.text);
  }

  code(source) {
    if (source.trim() !== "```") {
      this.fence.lines.push(source);
      return;
    }
    const { language, lines } = this.fence;
    const name = language === "" ? "" : ` class="language-${language}"`;
    this.write(`<pre><code${name}>${escaped(lines.join("\n"))}</code></pre>`);
    this.fence = undefined;
  }

  item(line) {
    const depth = this.depthOf(line.indent);
    if (depth > this.lists.length) this.openList(line);
    else {
      this.closeListsTo(depth);
      this.write("</li>");
    }
    this.write("<li>");
    this.paragraph.push(line.text);
  }

  /** How deep an item is, by how far it is indented: one more than there are lists it is indented further than. */
  depthOf(indent) {
    let depth = 0;
    while (depth < this.lists.length && this.lists[depth].indent < indent) depth++;
    return depth + 1;
  }

  openList({ indent, ordered }) {
    const tag = ordered ? "ol" : "ul";
    this.write(`<${tag}>`);
    this.lists.push({ indent, tag });
  }

  closeListsTo(depth) {
    if (this.lists.length > depth) this.closeList(); // DEFECT: it may be several that end here
  }

  closeList() {
    this.write("</li>");
    const { tag } = this.lists.pop();
    this.write(`</${tag}>`);
  }

  endLists() {
    while (this.lists.length > 0) this.closeList();
  }

  endParagraph() {
    if (this.paragraph.length === 0) return;
    const html = inline(this.paragraph.join(" "));
    this.write(this.lists.length > 0 ? html : `<p>${html}</p>`);
    this.paragraph = [];
  }

  endQuote() {
    this.write("</blockquote>");
    this.quoted = false;
  }

  end() {
    this.endParagraph();
    if (this.quoted) this.endQuote();
    this.endLists();
    return this.output.join("\n");
  }
}

function toHtml(source) {
  const renderer = new Renderer();
  for (const line of source.split("\n")) renderer.line(line);
  return renderer.end();
}

// ---- the outline, and whether it is as it was written

/** The items of a text as a list of how deep they are. */
function outlineOf(source) {
  const indents = [];
  const depths = [];
  for (const line of source.split("\n").map(classify)) {
    if (line.kind === "heading" || line.kind === "rule" || line.kind === "fence" || line.kind === "quote") indents.length = 0;
    if (line.kind !== "item") continue;
    while (indents.length > 0 && indents.at(-1) >= line.indent) indents.pop();
    indents.push(line.indent);
    depths.push(indents.length);
  }
  return depths;
}

/** The items of HTML likewise. */
function depthsIn(html) {
  let depth = 0;
  const depths = [];
  for (const [tag] of html.matchAll(/<\/?(?:[uo]l|li)>/g)) {
    if (/^<[uo]l/.test(tag)) depth++;
    else if (/^<\/[uo]l/.test(tag)) depth--;
    else if (tag === "<li>") depths.push(depth);
  }
  return depths;
}

function main([path]) {
  if (path === undefined) {
    console.error("usage: markdown.mjs FILE");
    return 2;
  }
  const source = readFileSync(path, "utf8");
  const html = toHtml(source);
  console.log(html);
  const [written, shown] = [outlineOf(source), depthsIn(html)];
  if (written.join(" ") === shown.join(" ")) return 0;
  console.error(`markdown.mjs: items are nested ${shown.join(" ")}, but were written ${written.join(" ")}`);
  return 1;
}

process.exitCode = main(process.argv.slice(2));
