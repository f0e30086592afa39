/*
 * ul: shows overstruck text as a terminal would. A character struck over an underscore (or the other way round) is
 * underlined; one struck over itself is bold. Reads standard input.
 *
 * The defect, kept on purpose: a line longer than the array of columns is written past its end. What stands behind it
 * is a pointer that is NULL in all short lines; any character in it makes an address where nothing is mapped.
 */
#include <ctype.h>
#include <stdio.h>

enum { COLUMNS = 512 };
enum { PLAIN, UNDERLINED, BOLD };

struct cell {
  char character;
  char mode;
};

struct line {
  struct cell cells[COLUMNS];
  struct line *below; /* the half line below, where there is one */
  int column, length;
};

static struct line line;

static void strike(struct line *at, char c) {
  struct cell *cell = &at->cells[at->column]; /* here: no check against COLUMNS */
  if (at->column < at->length && cell->character == '_') *cell = (struct cell){c, UNDERLINED};
  else if (at->column < at->length && c == '_') cell->mode = UNDERLINED;
  else if (at->column < at->length && c == cell->character) cell->mode = BOLD;
  else *cell = (struct cell){c, PLAIN};
  if (++at->column > at->length) at->length = at->column;
}

static void show(struct line *shown) {
  static const char *const escape[] = {"", "\033[4m", "\033[1m"};
  for (int i = 0; i < shown->length; i++) {
    const struct cell *cell = &shown->cells[i];
    const char *before = escape[(unsigned char)cell->mode % 3];
    printf(*before ? "%s%c\033[m" : "%s%c", before, cell->character);
  }
  putchar('\n');
  if (shown->below) show(shown->below);
  shown->column = shown->length = 0;
}

int main(void) {
  for (int c; (c = getchar()) != EOF;) {
    if (c == '\n') show(&line);
    else if (c == '\r') line.column = 0;
    else if (c == '\b' && line.column > 0) line.column--;
    else if (c == '\t') do strike(&line, ' '); while (line.column % 8);
    else if (isprint(c)) strike(&line, c);
  }
  if (line.length > 0) show(&line);
  return 0;
}
