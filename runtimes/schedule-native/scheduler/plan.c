/* The plan, read once from a text file. Names of lanes are interned, so following it compares no strings. */
#include "../runtime.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct plan plan = { .policy = POLICY_DEFAULT, .quantum = 100, .depth = 2, .steps = 10000, .limit = NEVER };
static struct planned_lane **table; /* of all lanes that the plan names, hashed by name */
static size_t table_size;

static char *read_file(const char *path, size_t *size);
static void read_line(char *line);
static void read_policy(char **rest);
static void read_change(char **rest);
static struct planned_lane *intern_planned_lane(const char *name);
static void add_watch(struct planned_lane *planned, int64_t step);
static char *take_word(char **rest);
static int64_t take_number(char **rest);

void read_plan(const char *path) {
  size_t size, lines = 1;
  char *text = read_file(path, &size);
  if (!text) return;
  for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
  for (table_size = 64; table_size < 2 * lines;) table_size *= 2;
  table = allocate_private(table_size * sizeof *table);
  plan.segments = allocate_private(lines * sizeof *plan.segments);
  for (char *line = text, *end; line < text + size; line = end + 1) {
    end = memchr(line, '\n', text + size - line);
    if (!end) end = text + size;
    *end = 0;
    read_line(line);
  }
}

static void read_line(char *line) {
  char *rest = line, *entry = take_word(&rest);
  if (!entry || *entry == '#') return;
  if (strcmp(entry, "policy") == 0) read_policy(&rest);
  if (strcmp(entry, "limit") == 0) plan.limit = take_number(&rest);
  if (strcmp(entry, "syncs") == 0) plan.syncs = take_number(&rest);
  if (strcmp(entry, "choices") == 0) plan.choices = 1;
  if (strcmp(entry, "trace") == 0) plan.traces_sharing = 1;
  if (strcmp(entry, "change") == 0) read_change(&rest);
  int is_segment = strcmp(entry, "segment") == 0;
  if (!is_segment && strcmp(entry, "watch") != 0) return;
  const char *name = take_word(&rest);
  if (!name) return;
  struct planned_lane *planned = intern_planned_lane(name);
  int64_t step = take_number(&rest);
  if (is_segment) plan.segments[plan.segment_count++] = (struct segment){ planned, step };
  else add_watch(planned, step);
}

static void read_policy(char **rest) {
  const char *name = take_word(rest);
  if (!name) return;
  if (strcmp(name, "uniform") == 0) plan.policy = POLICY_UNIFORM;
  else if (strcmp(name, "pct") == 0) plan.policy = POLICY_PCT;
  else if (strcmp(name, "biased") == 0) plan.policy = POLICY_BIASED;
  else return;
  plan.seed = (uint64_t)take_number(rest);
  if (plan.policy == POLICY_PCT) {
    plan.depth = take_number(rest);
    plan.steps = take_number(rest);
  } else {
    plan.quantum = take_number(rest);
  }
  if (plan.quantum < 1) plan.quantum = 1;
  if (plan.steps < 1) plan.steps = 1;
}

/* A place in a module that is not loaded yet is left out. */
static void read_change(char **rest) {
  const char *place = take_word(rest);
  const void *pc = place ? find_place(place) : NULL;
  int64_t pass = take_number(rest);
  plan.has_changes = 1;
  if (!pc || plan.change_count == MAX_PLACE_CHANGES) return;
  plan.changes[plan.change_count++] = (struct place_change){ pc, pass };
}

/* Keeps the watches of a lane sorted. They usually arrive in order, so the search begins at the last one. */
static void add_watch(struct planned_lane *planned, int64_t step) {
  struct watch *watch = allocate_private(sizeof *watch), *last = planned->last_watch;
  watch->step = step;
  struct watch **link = last && last->step <= step ? &last->next : &planned->first_watch;
  while (*link && (*link)->step <= step) link = &(*link)->next;
  watch->next = *link;
  *link = watch;
  if (!watch->next) planned->last_watch = watch;
}

/* ---- the lanes that the plan names */

/* The slot of the name, which is empty if the plan does not name it. */
static struct planned_lane **find_slot(const char *name, size_t length) {
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)name[i]) * 1099511628211u;
  for (size_t i = hash;; i++) {
    struct planned_lane **slot = &table[i & (table_size - 1)];
    if (!*slot || ((*slot)->length == length && memcmp((*slot)->name, name, length) == 0)) return slot;
  }
}

struct planned_lane *find_planned_lane(const char *name) { return table ? *find_slot(name, strlen(name)) : NULL; }

static struct planned_lane *intern_planned_lane(const char *name) {
  size_t length = strlen(name);
  struct planned_lane **slot = find_slot(name, length);
  if (!*slot) {
    *slot = allocate_private(sizeof **slot);
    (*slot)->name = name;
    (*slot)->length = length;
  }
  return *slot;
}

/* ---- text */

/* Ends the word in place. */
static char *take_word(char **rest) {
  char *word = *rest + strspn(*rest, " \t\r");
  char *end = word + strcspn(word, " \t\r");
  *rest = end;
  if (!*word) return NULL;
  if (*end) {
    *end = 0;
    *rest = end + 1;
  }
  return word;
}

static int64_t take_number(char **rest) {
  const char *word = take_word(rest);
  return word ? strtoll(word, NULL, 10) : 0;
}

/* With one more byte behind the end, so that the last line can be ended in place. */
static char *read_file(const char *path, size_t *size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat file;
  if (fd < 0) return NULL;
  if (fstat(fd, &file) != 0 || file.st_size == 0) {
    close(fd);
    return NULL;
  }
  char *text = allocate_private(file.st_size + 1);
  size_t have = 0;
  for (ssize_t got; have < (size_t)file.st_size; have += got) {
    got = real.read(fd, text + have, file.st_size - have);
    if (got <= 0) break;
  }
  close(fd);
  *size = have;
  return text;
}
