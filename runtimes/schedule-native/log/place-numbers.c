/* Places are logged once and then referred to by their number. A program stops at the same few places many times. */
#include "../runtime.h"
#include <string.h>

enum { TABLE_SIZE = 1 << 14, MAX_PROBES = 64 };

/* All that the text of a place is made from. */
struct place_key {
  const void *pc, *callers[MAX_CALLERS], *object;
  const char *action;
};
struct numbered_place { struct place_key key; uint64_t number; };

static uint64_t logged_places;

static uint64_t log_new_place(const struct lane *lane);
static struct numbered_place *find_numbered(const struct place_key *key);

/* What is done to a lane has a number of its own each time: lanes are reused. */
uint64_t number_of_place(const struct lane *lane) {
  const struct code_place *place = &lane->place;
  if (place->lane) return log_new_place(lane);
  struct place_key key;
  memset(&key, 0, sizeof key);
  key.pc = place->pc;
  key.action = place->action;
  /* Other objects are not in the text. */
  if (place->object && find_known_module(place->object)) key.object = place->object;
  for (int i = 0; i < MAX_CALLERS && lane->callers[i]; i++) key.callers[i] = lane->callers[i];
  struct numbered_place *found = find_numbered(&key);
  if (!found) return log_new_place(lane);
  if (!found->number) *found = (struct numbered_place){ key, log_new_place(lane) };
  return found->number;
}

static uint64_t log_new_place(const struct lane *lane) {
  static char text[8192];
  log_place(text, format_place(text, sizeof text, lane));
  return ++logged_places;
}

/* Its entry in the table, or a free one; NULL if there is none within reach. */
static struct numbered_place *find_numbered(const struct place_key *key) {
  static struct numbered_place table[TABLE_SIZE];
  uint64_t words[sizeof *key / sizeof(uint64_t)], hash = 0;
  memcpy(words, key, sizeof words);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  for (int probes = 0; probes < MAX_PROBES; probes++) {
    struct numbered_place *place = &table[(hash + probes) & (TABLE_SIZE - 1)];
    if (!place->number || memcmp(&place->key, key, sizeof *key) == 0) return place;
  }
  return NULL;
}
