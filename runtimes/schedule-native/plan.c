/* The plan: what to do, read once from a text file. Names of lanes are interned, so following it needs no strings. */
#include "runtime.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct plan plan = { .policy = DEFAULT, .quantum = 100, .depth = 2, .steps = 10000, .limit = NEVER };
static struct planned **table;
static size_t table_size;

static char *read_whole(const char *path, size_t *size);
static void read_line(char *line);
static void read_policy(void);
static char *word(void);
static int64_t number(void);

void plan_read(const char *path) {
  size_t size, lines = 1;
  char *text = read_whole(path, &size);
  if (!text) return;
  for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
  for (table_size = 64; table_size < 2 * lines;) table_size *= 2;
  table = own_memory(table_size * sizeof *table);
  plan.segments = own_memory(lines * sizeof *plan.segments);
  for (char *line = text, *end; line < text + size; line = end + 1) {
    end = memchr(line, '\n', text + size - line);
    if (!end) end = text + size;
    *end = 0;
    read_line(line);
  }
}

static char *rest;

static void read_line(char *line) {
  rest = line;
  char *entry = word();
  if (!entry || *entry == '#') return;
  if (strcmp(entry, "policy") == 0) read_policy();
  if (strcmp(entry, "limit") == 0) plan.limit = number();
  if (strcmp(entry, "segment") != 0 && strcmp(entry, "watch") != 0) return;
  char *name = word();
  if (!name) return;
  struct planned *planned = plan_find(name, strlen(name), 1);
  int64_t count = number();
  if (*entry == 's') {
    plan.segments[plan.segment_count++] = (struct segment){ planned, count };
    return;
  }
  struct watch *watch = own_memory(sizeof *watch);
  watch->count = count;
  /* Watches come in order as a rule: then the place is the end of the list. */
  struct watch **at = planned->last && planned->last->count <= count ? &planned->last->next : &planned->watches;
  while (*at && (*at)->count <= count) at = &(*at)->next;
  watch->next = *at;
  *at = watch;
  if (!watch->next) planned->last = watch;
}

static void read_policy(void) {
  const char *name = word();
  if (!name) return;
  if (strcmp(name, "uniform") == 0) plan.policy = UNIFORM;
  else if (strcmp(name, "pct") == 0) plan.policy = PCT;
  else if (strcmp(name, "biased") == 0) plan.policy = BIASED;
  else return;
  plan.seed = (uint64_t)number();
  if (plan.policy == PCT) {
    plan.depth = number();
    plan.steps = number();
  } else {
    plan.quantum = number();
  }
  if (plan.quantum < 1) plan.quantum = 1;
  if (plan.steps < 1) plan.steps = 1;
}

static char *word(void) {
  rest += strspn(rest, " \t\r");
  if (!*rest) return NULL;
  char *found = rest;
  rest += strcspn(rest, " \t\r");
  if (*rest) *rest++ = 0;
  return found;
}

static int64_t number(void) {
  const char *text = word();
  return text ? strtoll(text, NULL, 10) : 0;
}

struct planned *plan_find(const char *name, size_t length, int make) {
  if (!table) return NULL;
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)name[i]) * 1099511628211u;
  for (size_t i = hash;; i++) {
    struct planned **slot = &table[i & (table_size - 1)];
    if (*slot && (*slot)->length == length && memcmp((*slot)->name, name, length) == 0) return *slot;
    if (*slot) continue;
    if (!make) return NULL;
    *slot = own_memory(sizeof **slot);
    (*slot)->name = name;
    (*slot)->length = length;
    return *slot;
  }
}

/* Private and writable, with a byte to spare behind the end: the words in it are ended in place. */
static char *read_whole(const char *path, size_t *size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat is;
  if (fd < 0) return NULL;
  if (fstat(fd, &is) != 0 || is.st_size == 0) {
    close(fd);
    return NULL;
  }
  char *text = own_memory(is.st_size + 1);
  size_t have = 0;
  for (ssize_t got; have < (size_t)is.st_size; have += got) {
    got = real.read(fd, text + have, is.st_size - have);
    if (got <= 0) break;
  }
  close(fd);
  *size = have;
  return text;
}
