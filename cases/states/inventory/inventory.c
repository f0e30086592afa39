// inventory: keeps what is in stock in a table with open addressing, and answers questions about it.
//
//   inventory FILE    FILE has lines such as  add bolts 20 / take bolts 3 / drop nuts / move bolts screws / ask bolts
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_LENGTH = 20, FIRST_SIZE = 8, MOST_EVENTS = 64 };

enum state { EMPTY, USED, DELETED };

struct slot {
  enum state state;
  char name[NAME_LENGTH];
  int count;
  int moved; // how often something was added or taken
};

struct table {
  struct slot *slots;
  int size;
  int used;
  int deleted; // slots that are free, but were used before
};

struct event {
  char action[8];
  char name[NAME_LENGTH];
  int amount;
};

struct shop {
  struct table stock;
  struct event events[MOST_EVENTS]; // what was done, for the statement at the end
  int event_count;
  int errors;
};

static void *allocate(size_t size) {
  void *memory = calloc(1, size);
  if (memory == NULL) {
    fprintf(stderr, "inventory: no memory left\n");
    exit(3);
  }
  return memory;
}

// ---- the table

static void table_init(struct table *table, int size) {
  table->slots = allocate(size * sizeof *table->slots);
  table->size = size;
  table->used = 0;
  table->deleted = 0;
}

static unsigned hash(const char *name) {
  unsigned sum = 0;
  for (; *name != '\0'; name++) sum = sum * 31 + (unsigned char)*name;
  return sum;
}

// Where a name is, or NULL. The slots from its first one on are looked at until one was never used.
static struct slot *table_find(const struct table *table, const char *name) {
  int at = hash(name) % table->size;
  for (int i = 0; i < table->size; i++) {
    struct slot *slot = &table->slots[(at + i) % table->size];
    if (slot->state == EMPTY) return NULL;
    if (slot->state == USED && strcmp(slot->name, name) == 0) return slot;
  }
  return NULL;
}

static struct slot *table_free_slot(struct table *table, const char *name) {
  int at = hash(name) % table->size;
  while (table->slots[at].state == USED) at = (at + 1) % table->size;
  return &table->slots[at];
}

static struct slot *table_insert(struct table *table, const char *name);

static void table_grow(struct table *table) {
  struct table larger;
  table_init(&larger, table->size * 2);
  for (int i = 0; i < table->size; i++) {
    const struct slot *old = &table->slots[i];
    if (old->state != USED) continue;
    struct slot *copy = table_insert(&larger, old->name);
    copy->count = old->count;
    copy->moved = old->moved;
  }
  free(table->slots);
  *table = larger;
}

static struct slot *table_insert(struct table *table, const char *name) {
  if ((table->used + table->deleted + 1) * 4 > table->size * 3) table_grow(table);
  struct slot *slot = table_free_slot(table, name);
  if (slot->state == DELETED) table->deleted--;
  slot->state = USED;
  snprintf(slot->name, sizeof slot->name, "%s", name);
  slot->count = 0;
  slot->moved = 0;
  table->used++;
  return slot;
}

static void table_remove(struct table *table, struct slot *slot) {
  int at = slot - table->slots;
  int next = (at + 1) % table->size;
  slot->count = 0;
  slot->moved = 0;
  table->used--;
  if (table->slots[next].state != USED || hash(table->slots[next].name) % table->size == (unsigned)next) {
    slot->state = EMPTY; // DEFECT: what lies behind the next one may have been pushed over this slot too
  } else {
    slot->state = DELETED;
    table->deleted++;
  }
}

// ---- what is done with it

static void remember(struct shop *shop, const char *action, const char *name, int amount) {
  if (shop->event_count == MOST_EVENTS) {
    memmove(shop->events, shop->events + 1, (MOST_EVENTS - 1) * sizeof *shop->events);
    shop->event_count--;
  }
  struct event *event = &shop->events[shop->event_count++];
  snprintf(event->action, sizeof event->action, "%s", action);
  snprintf(event->name, sizeof event->name, "%s", name);
  event->amount = amount;
}

static void complain(struct shop *shop, const char *name, const char *what) {
  printf("%s: %s\n", name, what);
  shop->errors++;
}

static void add(struct shop *shop, const char *name, int amount) {
  struct slot *slot = table_find(&shop->stock, name);
  if (slot == NULL) slot = table_insert(&shop->stock, name);
  slot->count += amount;
  slot->moved++;
  remember(shop, "add", name, amount);
}

static void take(struct shop *shop, const char *name, int amount) {
  struct slot *slot = table_find(&shop->stock, name);
  if (slot == NULL) {
    complain(shop, name, "there are none");
    return;
  }
  if (slot->count < amount) {
    complain(shop, name, "there are not enough");
    return;
  }
  slot->count -= amount;
  slot->moved++;
  remember(shop, "take", name, amount);
}

static void drop(struct shop *shop, const char *name) {
  struct slot *slot = table_find(&shop->stock, name);
  if (slot == NULL) {
    complain(shop, name, "there is nothing to drop");
    return;
  }
  remember(shop, "drop", name, slot->count);
  table_remove(&shop->stock, slot);
}

static void move(struct shop *shop, const char *from, const char *to) {
  struct slot *slot = table_find(&shop->stock, from);
  int amount = slot == NULL ? 0 : slot->count;
  take(shop, from, amount);
  if (amount > 0) add(shop, to, amount);
}

static void ask(const struct shop *shop, const char *name) {
  const struct slot *slot = table_find(&shop->stock, name);
  if (slot == NULL) printf("%s: none\n", name);
  else printf("%s: %d\n", name, slot->count);
}

// ---- reading

static int obey(struct shop *shop, const char *line) {
  char action[8] = "", name[NAME_LENGTH] = "", third[NAME_LENGTH] = "";
  int words = sscanf(line, "%7s %19s %19s", action, name, third);
  if (words < 1 || action[0] == '#') return 1;
  if (words < 2) return 0;
  if (strcmp(action, "ask") == 0) ask(shop, name);
  else if (strcmp(action, "drop") == 0) drop(shop, name);
  else if (words == 3 && strcmp(action, "add") == 0) add(shop, name, atoi(third));
  else if (words == 3 && strcmp(action, "take") == 0) take(shop, name, atoi(third));
  else if (words == 3 && strcmp(action, "move") == 0) move(shop, name, third);
  else return 0;
  return 1;
}

static void statement(const struct shop *shop) {
  int kinds = 0, pieces = 0;
  for (int i = 0; i < shop->stock.size; i++) {
    if (shop->stock.slots[i].state != USED) continue;
    kinds++;
    pieces += shop->stock.slots[i].count;
  }
  printf("%d pieces of %d kinds after %d events, %d errors\n", pieces, kinds, shop->event_count, shop->errors);
}

int main(int argc, char *argv[]) {
  static struct shop shop;
  char line[80];
  if (argc != 2) {
    fprintf(stderr, "usage: inventory FILE\n");
    return 2;
  }
  FILE *file = fopen(argv[1], "r");
  if (file == NULL) {
    perror(argv[1]);
    return 2;
  }
  table_init(&shop.stock, FIRST_SIZE);
  for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
    if (obey(&shop, line)) continue;
    fprintf(stderr, "inventory: line %d cannot be read\n", number);
    return 2;
  }
  fclose(file);
  statement(&shop);
  free(shop.stock.slots);
  return shop.errors > 0 ? 1 : 0;
}
