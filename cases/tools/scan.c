/*
 * scan: reads the definitions of a scanner, "NAME pattern" a line, as LEX does, and lists them. Blanks count once
 * unless quoted; a backslash takes the next character as it is.
 *
 * The defect, kept on purpose: the line is copied into an array of fixed size. Behind it stands a pointer to the
 * definition before, NULL in the first one; any character in it makes an address where nothing is mapped.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAXLINE = 2048 };

struct definition {
  char text[MAXLINE];
  struct definition *before;
};

static struct definition definition;

/* Copies a line; 0 at the end of the input. */
static int read_line(char *to) {
  int c, quoted = 0, last = ' ';
  while ((c = getchar()) != EOF && c != '\n') {
    if (c == '\0') continue;
    if (c == '"') quoted = !quoted;
    if (c == '\\' && (c = getchar()) == EOF) break;
    if (!quoted && isspace(c) && isspace(last)) continue;
    *to++ = last = c; /* here: no check against MAXLINE */
  }
  return c != EOF;
}

static void list(const struct definition *listed) {
  if (listed->before) list(listed->before);
  size_t length = strnlen(listed->text, MAXLINE);
  if (length == 0) return;
  size_t name = strcspn(listed->text, " \t");
  if (name == length) printf("incomplete name definition: %.20s\n", listed->text);
  else printf("%.*s is %.*s\n", (int)name, listed->text, (int)(length - name), listed->text + name);
}

int main(void) {
  int more;
  do {
    memset(&definition, 0, sizeof definition);
    more = read_line(definition.text);
    list(&definition);
  } while (more);
  return 0;
}
