/*
 * units: reads products of units such as "3 furlong/fortnight" from standard input, a line each, and shows them in
 * metres, kilograms and seconds.
 *
 * Two defects, kept on purpose, of the two most common kinds. A letter is an index into a table, and a char is signed:
 * from 0x80 on it reads before the table, where there are factors, which are no addresses. And a long name is written
 * past the end of its array, into a pointer that is NULL otherwise.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 32 };

struct unit {
  const char *name;
  double factor;
  int metre, kilogram, second;
  const struct unit *next; /* of those with the same first letter */
};

static struct unit units[] = {
    {"metre", 1, 1, 0, 0, 0},
    {"mile", 1609.344, 1, 0, 0, 0},
    {"furlong", 201.168, 1, 0, 0, 0},
    {"kilogram", 1, 0, 1, 0, 0},
    {"pound", 0.45359237, 0, 1, 0, 0},
    {"second", 1, 0, 0, 1, 0},
    {"hour", 3600, 0, 0, 1, 0},
    {"fortnight", 1209600, 0, 0, 1, 0},
    {"newton", 1, 1, 1, -2, 0},
};

static struct {
  double prefix[128];             /* k, m and so on; 1 where a letter is no prefix */
  const struct unit *letter[128]; /* the units whose names begin with it */
} table;

static void fill(void) {
  for (int i = 0; i < 128; i++) table.prefix[i] = 1;
  table.prefix['k'] = 1e3, table.prefix['c'] = 1e-2, table.prefix['m'] = 1e-3, table.prefix['u'] = 1e-6;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    units[i].next = table.letter[(int)units[i].name[0]];
    table.letter[(int)units[i].name[0]] = &units[i];
  }
}

static const struct unit *find(const char *name) {
  for (const struct unit *u = table.letter[(int)name[0]]; u; u = u->next) /* here: the index may be negative */
    if (strcmp(u->name, name) == 0) return u;
  return NULL;
}

static struct {
  char name[NAME];
  const struct unit *plural; /* of which it is the plural */
} word;

static int in_name(int c) { return c != EOF && !isspace(c) && !isdigit(c) && !strchr(".*/^+-()", c); }

/* The name that begins with `c`; gives the character behind it. */
static int read_name(int c) {
  int length = 0;
  word.plural = NULL;
  for (; in_name(c); c = getchar()) word.name[length++] = c; /* here: no check against NAME */
  if (length < NAME) word.name[length] = '\0';
  if (length > 1 && length < NAME && word.name[length - 1] == 's') {
    word.name[length - 1] = '\0';
    word.plural = find(word.name);
    word.name[length - 1] = 's';
  }
  return c;
}

static struct unit total;
static int sign, empty;

static void start(void) {
  total = (struct unit){"", 1, 0, 0, 0, 0};
  sign = 1;
  empty = 1;
}

static void multiply(const struct unit *u) {
  total.factor *= sign > 0 ? u->factor : 1 / u->factor;
  total.metre += sign * u->metre;
  total.kilogram += sign * u->kilogram;
  total.second += sign * u->second;
  empty = 0;
}

/* Takes in what begins with `c`; gives the character behind it. */
static int take(int c) {
  if (in_name(c)) {
    c = read_name(c);
    const struct unit *u = word.plural && word.plural->factor > 0 ? word.plural : find(word.name);
    if (u) multiply(u);
    else printf("Unknown unit.\n");
    return c;
  }
  if (isdigit(c) && c != '0') multiply(&(struct unit){"", c - '0', 0, 0, 0, 0});
  if (c == '/') sign = -1;
  if (c == '\n' && !empty) {
    printf("%g m%d kg%d s%d\n", total.factor, total.metre, total.kilogram, total.second);
    start();
  }
  return getchar();
}

int main(void) {
  fill();
  start();
  for (int c = getchar(); c != EOF;) c = take(c);
  return 0;
}
