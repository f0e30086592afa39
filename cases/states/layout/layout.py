"""Sets paragraphs in justified columns: words are hyphenated where it helps, and lines broken so that all of them are even.

    layout.py FILE [WIDTH]     FILE has paragraphs between empty lines, headings with #, items with *
"""
import sys
import textwrap

VOWELS = set("aeiouyAEIOUY")

# Letters that are not taken apart.
TOGETHER = {"ch", "ck", "ph", "qu", "sh", "th", "wh", "gh", "ng"}

# Prefer not to break a word; prefer still less to do it twice in a row.
HYPHEN_PENALTY = 30
SECOND_HYPHEN_PENALTY = 120

INFINITE = 10**9


class Piece:
    """A part of a word that can stand at the end of a line; all but the last of a word need a hyphen there."""

    def __init__(self, text, ends_word):
        self.text = text
        self.ends_word = ends_word

    def __repr__(self):
        return self.text if self.ends_word else self.text + "-"


class Line:
    def __init__(self, words, hyphenated, indent=""):
        self.words = words
        self.hyphenated = hyphenated
        self.indent = indent

    @property
    def natural_width(self):
        return sum(len(word) for word in self.words) + len(self.words) - 1


class Block:
    """A paragraph, a heading or an item of a list."""

    def __init__(self, kind, text):
        self.kind = kind
        self.text = text

    @property
    def indents(self):
        """What comes before the first line and before the others."""
        return ("* ", "  ") if self.kind == "item" else ("", "")


# Reading


def read_blocks(text):
    blocks = []
    gathered = []

    def finish():
        if gathered:
            blocks.append(Block("paragraph", " ".join(gathered)))
            gathered.clear()

    for line in text.splitlines():
        stripped = line.strip()
        if not stripped:
            finish()
        elif stripped.startswith("#"):
            finish()
            blocks.append(Block("heading", stripped.lstrip("# ")))
        elif stripped.startswith("* "):
            finish()
            blocks.append(Block("item", stripped[2:]))
        else:
            gathered.append(stripped)
    finish()
    return blocks


# Hyphenation


def is_vowel(letter):
    return letter in VOWELS


def can_break(word, at):
    """Whether a word can be taken apart before this letter: between vowel, consonant and vowel, with some left on both sides."""
    if at < 2 or len(word) - at < 3:
        return False
    if not word[at - 2 : at + 2].isalpha():
        return False
    before, here, after = word[at - 1], word[at], word[at + 1]
    if (before + here).lower() in TOGETHER:
        return False
    if is_vowel(here) or not is_vowel(after):
        return False
    return is_vowel(before) or is_vowel(word[at - 2])


def syllables(word):
    parts = []
    start = 0
    for at in range(1, len(word) - 1):
        if at - start >= 2 and can_break(word, at):
            parts.append(word[start:at])
            start = at
    parts.append(word[start:])
    return parts


def pieces_of(text):
    pieces = []
    for word in text.split():
        parts = syllables(word) if len(word) > 5 else [word]
        for position, part in enumerate(parts):
            pieces.append(Piece(part, position == len(parts) - 1))
    return pieces


# Line breaking


class Breaker:
    """Finds the breaks with the least badness over the whole paragraph: how much is left of each line, cubed."""

    def __init__(self, pieces, width):
        self.pieces = pieces
        self.width = width
        self.sums = self.widths_so_far()

    def widths_so_far(self):
        """Of the pieces before each one, with a space behind each word."""
        sums = [0]
        for piece in self.pieces:
            sums.append(sums[-1] + len(piece.text) + (1 if piece.ends_word else 0))
        return sums

    def width_of(self, start, end):
        """Of a line with these pieces."""
        last = self.pieces[end - 1]
        width = self.sums[end] - self.sums[start]
        return width - 1 if last.ends_word else width  # DEFECT: without the hyphen

    def badness(self, start, end):
        left = self.width - self.width_of(start, end)
        if left < 0:
            return INFINITE
        if end == len(self.pieces):
            return 0
        bad = left**3
        if not self.pieces[end - 1].ends_word:
            bad += HYPHEN_PENALTY
            if start > 0 and not self.pieces[start - 1].ends_word:
                bad += SECOND_HYPHEN_PENALTY
        return bad

    def breaks(self):
        """Where lines end, or nothing if there is no way."""
        count = len(self.pieces)
        best = [0] + [INFINITE] * count
        previous = [0] * (count + 1)
        for end in range(1, count + 1):
            for start in range(end - 1, -1, -1):
                if self.width_of(start, end) > self.width:
                    break
                total = best[start] + self.badness(start, end)
                if total < best[end]:
                    best[end] = total
                    previous[end] = start
        if best[count] >= INFINITE:
            return None
        return self.backwards(previous)

    def backwards(self, previous):
        ends = []
        at = len(self.pieces)
        while at > 0:
            ends.append(at)
            at = previous[at]
        return ends[::-1]


def words_of(pieces):
    """The pieces of a line put together, with a hyphen at its end if a word goes on."""
    words = []
    open_word = False
    for piece in pieces:
        if open_word:
            words[-1] += piece.text
        else:
            words.append(piece.text)
        open_word = not piece.ends_word
    if open_word:
        words[-1] += "-"
    return words, open_word


def lines_of(block, width):
    first, others = block.indents
    pieces = pieces_of(block.text)
    breaker = Breaker(pieces, width - len(others))
    ends = breaker.breaks()
    if ends is None:
        return [Line([text], False, others) for text in textwrap.wrap(block.text, width - len(others))]
    lines = []
    start = 0
    for end in ends:
        words, hyphenated = words_of(pieces[start:end])
        lines.append(Line(words, hyphenated, first if start == 0 else others))
        start = end
    return lines


# Justification


def gaps(line, width):
    """How many spaces stand between the words: the wider ones are spread as evenly as can be."""
    count = len(line.words) - 1
    if count == 0:
        return []
    room = width - len(line.indent) - sum(len(word) for word in line.words)
    narrow, wider = divmod(max(room, count), count)
    result = []
    owed = 0
    for _ in range(count):
        owed += wider
        if owed >= count:
            owed -= count
            result.append(narrow + 1)
        else:
            result.append(narrow)
    return result


def justified(line, width):
    text = line.indent
    for word, gap in zip(line.words, [*gaps(line, width), 0]):
        text += word + " " * gap
    return text


def ragged(line):
    return line.indent + " ".join(line.words)


def set_heading(block, width):
    lines = textwrap.wrap(block.text.upper(), width)
    return [line.center(width).rstrip() for line in lines] + ["=" * width]


def set_block(block, width):
    if block.kind == "heading":
        return set_heading(block, width)
    lines = lines_of(block, width)
    return [justified(line, width) for line in lines[:-1]] + [ragged(line) for line in lines[-1:]]


# Pages


class Statistics:
    def __init__(self):
        self.lines = 0
        self.hyphens = 0
        self.widest = 0

    def take(self, text):
        self.lines += 1
        self.hyphens += text.endswith("-")
        self.widest = max(self.widest, len(text))


def set_text(text, width):
    statistics = Statistics()
    output = []
    for block in read_blocks(text):
        if output and block.kind != "item":
            output.append("")
        for line in set_block(block, width):
            statistics.take(line)
            output.append(line)
    return output, statistics


def main(argv):
    if len(argv) not in (2, 3):
        print("usage: layout.py FILE [WIDTH]", file=sys.stderr)
        return 2
    width = int(argv[2]) if len(argv) == 3 else 36
    if width < 12:
        print(f"layout.py: nothing can be set {width} wide", file=sys.stderr)
        return 2
    with open(argv[1], encoding="utf-8") as file:
        text = file.read()
    output, statistics = set_text(text, width)
    print("\n".join(output))
    print(f"[{statistics.lines} lines, {statistics.hyphens} hyphens]")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
