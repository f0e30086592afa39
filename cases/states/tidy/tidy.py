"""mdtidy - tidy up a Markdown report.

Usage: tidy.py REPORT.md

Headings are numbered, paragraphs are reflowed, list bullets are made uniform
and pipe tables are aligned.  A comment in front of a table may ask for more:

    <!-- table: sort=-2 total=3 caption=Parts on order -->

sort   column (name or number) to order the rows by; a leading '-' reverses it
total  columns (names or numbers, separated by ',') to be summed in a last row
"""

import re
import sys
import textwrap
from decimal import Decimal, InvalidOperation, ROUND_HALF_UP

DEFAULT_WIDTH = 72
NUMBER = re.compile(r"^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$|^[-+]?\d+(\.\d+)?$")
DIRECTIVE = re.compile(r"^<!--\s*(\w+)\s*:\s*(.*?)\s*-->$")
SEPARATOR = re.compile(r"^\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?$")
BULLET = re.compile(r"^\s*[-*+]\s+(.*)$")


class ReportError(Exception):
    pass


# --- document model


class Heading:
    def __init__(self, level, text):
        self.level = level
        self.text = text
        self.number = ""


class Paragraph:
    def __init__(self, lines):
        self.text = " ".join(line.strip() for line in lines)


class BulletList:
    def __init__(self, items):
        self.items = items


class CodeBlock:
    def __init__(self, fence, lines):
        self.fence = fence
        self.lines = lines


class Column:
    def __init__(self, index, header, marker):
        self.index = index
        self.header = header
        self.marker = marker
        self.cells = []

    def is_numeric(self):
        filled = [cell for cell in self.cells if cell]
        return bool(filled) and all(NUMBER.match(cell) for cell in filled)


class Table:
    def __init__(self, number, headers, markers, rows, options):
        self.number = number
        self.options = options
        self.rows = rows
        self.columns = []
        for index, header in enumerate(headers):
            marker = markers[index] if index < len(markers) else "---"
            column = Column(index, header, marker)
            column.cells = [row[index] for row in rows]
            self.columns.append(column)

    def find_column(self, spec):
        if spec.isdigit():
            position = int(spec)
            if 1 <= position <= len(self.columns):
                return self.columns[position - 1]
        for column in self.columns:
            if column.header.lower() == spec.lower():
                return column
        raise ReportError(f"table {self.number} has no column {spec!r}")

    def sort_rows(self):
        spec = self.options.get("sort")
        if not spec:
            return
        reverse = spec.startswith("-")
        column = self.find_column(spec.lstrip("-"))
        if column.is_numeric():
            def key(row):
                return parse_number(row[column.index]) or Decimal(0)
        else:
            def key(row):
                return row[column.index].lower()
        self.rows.sort(key=key, reverse=reverse)
        for other in self.columns:
            other.cells = [row[other.index] for row in self.rows]

    def totals(self):
        spec = self.options.get("total")
        if not spec:
            return {}
        result = {}
        for name in spec.split(","):
            column = self.find_column(name.strip())
            if not column.is_numeric():
                raise ReportError(f"column {column.header!r} is not numeric")
            values = [parse_number(cell) for cell in column.cells if cell]
            result[column.index] = sum(values, Decimal(0))
        return result


def parse_number(text):
    try:
        return Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None


# --- parser


class Parser:
    def __init__(self, text):
        self.lines = text.splitlines()
        self.position = 0
        self.blocks = []
        self.settings = {}
        self.pending = {}
        self.tables = 0

    def parse(self):
        while self.position < len(self.lines):
            line = self.lines[self.position]
            stripped = line.strip()
            if not stripped:
                self.position += 1
            elif DIRECTIVE.match(stripped):
                self.parse_directive(stripped)
            elif stripped.startswith("```"):
                self.parse_code()
            elif stripped.startswith("#"):
                level = len(stripped) - len(stripped.lstrip("#"))
                self.blocks.append(Heading(level, stripped[level:].strip()))
                self.position += 1
            elif stripped.startswith("|"):
                self.parse_table()
            elif BULLET.match(line):
                self.parse_list()
            else:
                self.parse_paragraph()
        return self.blocks

    def parse_directive(self, line):
        kind, body = DIRECTIVE.match(line).groups()
        options = {}
        caption = re.search(r"\bcaption=(.*)$", body)
        if caption:
            options["caption"] = caption.group(1).strip()
            body = body[:caption.start()]
        for word in body.split():
            name, _, value = word.partition("=")
            options[name] = value
        if kind == "table":
            self.pending = options
        elif kind == "report":
            self.settings.update(options)
        self.position += 1

    def parse_code(self):
        fence = self.lines[self.position].strip()
        self.position += 1
        body = []
        while self.position < len(self.lines):
            line = self.lines[self.position]
            self.position += 1
            if line.strip() == "```":
                break
            body.append(line)
        self.blocks.append(CodeBlock(fence, body))

    def parse_list(self):
        items = []
        while self.position < len(self.lines):
            line = self.lines[self.position]
            match = BULLET.match(line)
            if match:
                items.append(match.group(1).strip())
            elif line.startswith("  ") and line.strip() and items:
                items[-1] += " " + line.strip()
            else:
                break
            self.position += 1
        self.blocks.append(BulletList(items))

    def parse_paragraph(self):
        lines = []
        while self.position < len(self.lines):
            line = self.lines[self.position]
            if not line.strip() or line.lstrip()[0] in "#|`" or BULLET.match(line):
                break
            lines.append(line)
            self.position += 1
        self.blocks.append(Paragraph(lines))

    def parse_table(self):
        raw = []
        while (self.position < len(self.lines)
               and self.lines[self.position].strip().startswith("|")):
            raw.append(self.lines[self.position].strip())
            self.position += 1
        if len(raw) < 2 or not SEPARATOR.match(raw[1]):
            raise ReportError(f"line {self.position}: table without a rule")
        headers = split_row(raw[0])
        markers = split_row(raw[1])
        rows = []
        for line in raw[2:]:
            cells = split_row(line)[:len(headers)]
            cells += [""] * (len(headers) - len(cells))
            rows.append(cells)
        self.tables += 1
        table = Table(self.tables, headers, markers, rows, self.pending)
        self.pending = {}
        self.blocks.append(table)


def split_row(line):
    body = line.strip()
    if body.startswith("|"):
        body = body[1:]
    if body.endswith("|") and not body.endswith("\\|"):
        body = body[:-1]
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", body)]


# --- styles


class ColumnStyle:
    """How the cells of a column are written: alignment and decimals."""

    def __init__(self, align, decimals):
        self.align = align
        self.decimals = decimals

    def write(self, cell):
        if self.decimals is None or not cell:
            return cell
        return self.write_number(parse_number(cell))

    def write_number(self, value):
        unit = Decimal(1).scaleb(-(self.decimals or 0))
        return f"{value.quantize(unit, rounding=ROUND_HALF_UP):,}"


class StyleBook:
    """Works out the style of each column once and keeps it."""

    def __init__(self):
        self.styles = {}

    def style_of(self, table, column):
        key = column.header  # DEFECT: a column of another table may have the same name
        style = self.styles.get(key)
        if style is None:
            style = self.work_out(column)
            self.styles[key] = style
        return style

    def work_out(self, column):
        decimals = None
        if column.is_numeric():
            decimals = 0
            for cell in column.cells:
                _, _, fraction = cell.partition(".")
                decimals = max(decimals, len(fraction))
        marker = column.marker
        if marker.startswith(":") and marker.endswith(":"):
            align = "center"
        elif marker.endswith(":"):
            align = "right"
        elif marker.startswith(":") or decimals is None:
            align = "left"
        else:
            align = "right"
        return ColumnStyle(align, decimals)


# --- renderer


def pad(text, width, align):
    if align == "right":
        return text.rjust(width)
    if align == "center":
        return text.center(width)
    return text.ljust(width)


def rule(width, align):
    if align == "right":
        return "-" * (width - 1) + ":"
    if align == "center":
        return ":" + "-" * (width - 2) + ":"
    return "-" * width


def number_headings(blocks):
    counters = []
    for block in blocks:
        if not isinstance(block, Heading) or block.level == 1:
            continue
        depth = block.level - 1
        counters = counters[:depth] + [0] * (depth - len(counters))
        counters[depth - 1] += 1
        block.number = ".".join(str(count) for count in counters)


class Renderer:
    def __init__(self, width):
        self.width = width
        self.book = StyleBook()

    def render(self, blocks):
        parts = [self.render_block(block) for block in blocks]
        return "\n\n".join("\n".join(part) for part in parts)

    def render_block(self, block):
        if isinstance(block, Heading):
            prefix = "#" * block.level + " "
            return [prefix + " ".join(filter(None, [block.number, block.text]))]
        if isinstance(block, Paragraph):
            return textwrap.wrap(block.text, self.width)
        if isinstance(block, BulletList):
            lines = []
            for item in block.items:
                lines += textwrap.wrap(item, self.width, initial_indent="- ",
                                       subsequent_indent="  ")
            return lines
        if isinstance(block, CodeBlock):
            return [block.fence] + block.lines + ["```"]
        return self.render_table(block)

    def render_table(self, table):
        table.sort_rows()
        styles = [self.book.style_of(table, column) for column in table.columns]
        grid = [[column.header for column in table.columns]]
        for row in table.rows:
            grid.append([style.write(cell) for style, cell in zip(styles, row)])
        totals = table.totals()
        if totals:
            last = ["Total" if index == 0 else "" for index in range(len(styles))]
            for index, value in totals.items():
                last[index] = styles[index].write_number(value)
            grid.append(last)
        widths = [max(3, *(len(line[index]) for line in grid))
                  for index in range(len(styles))]
        lines = []
        if table.options.get("caption"):
            lines += [f"Table {table.number}: {table.options['caption']}", ""]
        for position, cells in enumerate(grid):
            lines.append("| " + " | ".join(
                pad(cell, width, style.align)
                for cell, width, style in zip(cells, widths, styles)) + " |")
            if position == 0:
                lines.append("| " + " | ".join(
                    rule(width, style.align)
                    for width, style in zip(widths, styles)) + " |")
        return lines


def main(argv):
    if len(argv) != 2:
        print("usage: tidy.py REPORT.md", file=sys.stderr)
        return 2
    with open(argv[1], encoding="utf-8") as handle:
        parser = Parser(handle.read())
    try:
        blocks = parser.parse()
        number_headings(blocks)
        width = int(parser.settings.get("width", DEFAULT_WIDTH))
        print(Renderer(width).render(blocks))
    except ReportError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
