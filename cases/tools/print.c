/*
 * print: lays out an HTML page (standard input) for paper, 72 columns wide and 56 lines a page, as a browser does that
 * is told to print. Comments, scripts and styles are not printed; a list, a field and a button are drawn as boxes.
 *
 * The defect, kept on purpose: a list is drawn by the window that shows it on the screen, and on paper there is none.
 */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WIDTH = 72, HEIGHT = 56, LARGEST = 1 << 20 };

static char page[LARGEST + 1];
static int column, row, sheet = 1;

static void newline(void) {
  putchar('\n'), column = 0;
  if (++row == HEIGHT) printf("\f- %d -\n", ++sheet), row = 0;
}

static void word(const char *text, int length) {
  if (column > 0 && column + 1 + length > WIDTH) newline();
  if (column > 0) putchar(' '), column++;
  printf("%.*s", length, text), column += length;
}

struct window {
  int lines;
};

struct control {
  const char *tag;
  struct window *window; /* where it is on the screen */
};

static void draw_box(const struct control *control) {
  (void)control;
  word("[________]", 10);
}

static void draw_list(const struct control *list) {
  assert(list->window != NULL); /* here: there is a screen only when it is not printed */
  for (int i = 0; i < list->window->lines; i++) word("[_______v]", 10), newline();
}

static const struct {
  const char *tag;
  void (*draw)(const struct control *);
} controls[] = {{"INPUT", draw_box}, {"TEXTAREA", draw_box}, {"BUTTON", draw_box}, {"SELECT", draw_list}};

static int is(const char *name, int length, const char *tag) {
  return (int)strlen(tag) == length && strncasecmp(name, tag, length) == 0;
}

static void draw(const char *name, int length) {
  for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
    if (!is(name, length, controls[i].tag)) continue;
    struct control control = {controls[i].tag, NULL};
    controls[i].draw(&control);
  }
}

static int breaks(const char *name, int length) {
  static const char *const blocks[] = {"P", "BR", "TR", "LI", "HR", "H1", "H2", "TABLE", "UL", "FORM"};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
    if (is(name, length, blocks[i])) return 1;
  return 0;
}

/* What follows a text, or the end of the page where it does not come. */
static const char *behind(const char *from, const char *text) {
  const char *found = strcasestr(from, text);
  return found == NULL ? strchr(from, '\0') : found + strlen(text);
}

/* Prints a tag, given what follows its <, and gives what follows it. */
static const char *tag(const char *name) {
  if (strncmp(name, "!--", 3) == 0) return behind(name + 3, "-->");
  const char *end = strchr(name, '>');
  if (end == NULL) return strchr(name, '\0');
  int length = 0;
  while (isalnum((unsigned char)name[length])) length++;
  if (is(name, length, "SCRIPT")) return behind(end, "</SCRIPT>");
  if (is(name, length, "STYLE")) return behind(end, "</STYLE>");
  if (breaks(name, length) && column > 0) newline();
  draw(name, length);
  return end + 1;
}

int main(void) {
  page[fread(page, 1, LARGEST, stdin)] = '\0';
  for (const char *at = page; *at != '\0';) {
    int length = strcspn(at, "< \t\r\n");
    if (length > 0) word(at, length), at += length;
    else if (*at == '<') at = tag(at + 1);
    else at++;
  }
  newline();
  return 0;
}
