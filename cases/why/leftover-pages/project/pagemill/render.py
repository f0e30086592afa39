"""The small language of the texts: headings, lists, emphasis and links."""

import html
import re


def inline(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"\*(.+?)\*", r"<em>\1</em>", text)
    return re.sub(r"\[(.+?)\]\((.+?)\)", r'<a href="\2">\1</a>', text)


def render(text):
    """The body of a page."""
    blocks = []
    items = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("- "):
            items.append(f"<li>{inline(line[2:])}</li>")
            continue
        if items:
            blocks.append("<ul>" + "".join(items) + "</ul>")
            items = []
        heading = re.match(r"(#{1,3}) (.+)", line)
        if heading:
            level = len(heading[1])
            blocks.append(f"<h{level}>{inline(heading[2])}</h{level}>")
        elif line.strip():
            blocks.append(f"<p>{inline(line)}</p>")
    return "\n".join(blocks)


def title_of(text):
    first = text.lstrip().splitlines()[0] if text.strip() else ""
    return first.lstrip("# ") or "Untitled"
