/*
 * format: fills text into lines of 65 columns, as NROFF does. "\fB" turns to bold, "\fI" to italic, "\fR" back; ".br"
 * at the start of a line breaks it. Formulas stand between dollar signs; one that is not closed is an error, found before
 * anything is set (exit 1).
 *
 * The defect, kept on purpose: the letter of a font is an index into the table of fonts without a look at its range.
 * Before and behind the table there are widths, which are no addresses.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 65, LARGEST = 1 << 20 };

struct font {
  const char *name, *begin, *end;
};

static const struct font roman = {"roman", "", ""}, bold = {"bold", "\033[1m", "\033[m"},
                         italic = {"italic", "\033[3m", "\033[m"};

static struct {
  double width[256];
  const struct font *mounted[26]; /* by letter */
  double skip[256];
} device;

static void mount(void) {
  for (int i = 0; i < 256; i++) device.width[i] = device.skip[i] = 1;
  for (int i = 0; i < 26; i++) device.mounted[i] = &roman;
  device.mounted['B' - 'A'] = &bold;
  device.mounted['I' - 'A'] = &italic;
}

static char text[LARGEST];

/* Every formula that begins ends as well. */
static int closed(size_t length) {
  int open = 0;
  for (size_t i = 0; i < length; i++) open ^= text[i] == '$';
  return !open;
}

static double column;

static void put(const char *word, size_t length, const struct font *font) {
  double width = 0;
  for (size_t i = 0; i < length; i++) width += device.width[(unsigned char)word[i]];
  if (column > 0 && column + 1 + width > WIDTH) putchar('\n'), column = 0;
  if (column > 0) putchar(' '), column++;
  printf("%s%.*s%s", font->begin, (int)length, word, font->end);
  column += width;
}

static void set(size_t length) {
  const struct font *font = &roman;
  for (size_t i = 0; i < length;) {
    if (text[i] == '\\' && i + 2 < length && text[i + 1] == 'f') {
      font = device.mounted[text[i + 2] - 'A']; /* here: it may be no capital letter */
      if (font->name[0] == '\0') exit(1);
      i += 3;
      continue;
    }
    if (text[i] == '.' && strncmp(&text[i], ".br\n", 4) == 0) putchar('\n'), column = 0, i += 3;
    if (text[i] == ' ' || text[i] == '\n') {
      i++;
      continue;
    }
    size_t end = i + 1;
    while (end < length && !strchr(" \n\\", text[end])) end++;
    put(&text[i], end - i, font);
    i = end;
  }
  putchar('\n');
}

int main(void) {
  size_t length = fread(text, 1, sizeof text, stdin);
  if (!closed(length)) {
    fprintf(stderr, "format: a formula is not closed\n");
    return 1;
  }
  mount();
  set(length);
  return 0;
}
