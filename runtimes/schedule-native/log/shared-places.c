/*
 * Which places are worth a switch: those that access memory that several lanes access, one of them by writing. In a
 * large program these are few, and are passed seldom.
 *
 * An approximation. Memory that two lanes had one after the other counts as shared; and what is known of an address is
 * lost when another one needs its entry in the table.
 */
#include "../runtime.h"
#include <string.h>

enum { ADDRESS_TABLE_SIZE = 1 << 20, PLACE_TABLE_SIZE = 1 << 14, MAX_PROBES = 32 };

struct passed_place { const void *pc; int64_t passes; int is_shared; };

/* Eight bytes of memory: who accessed them last. */
struct accessed { uintptr_t address; struct passed_place *place; int64_t lane; int was_written, by_several; };

static struct accessed addresses[ADDRESS_TABLE_SIZE];
static struct passed_place places[PLACE_TABLE_SIZE];

static struct passed_place *find_passed(const void *pc);

static uint64_t hash(uint64_t x) { return x * 0x9e3779b97f4a7c15u >> 20; }

void trace_access(const struct lane *me, const struct code_place *place) {
  /* What the first lane did before there were others cannot happen at another time; what comes after they ended can. */
  static int has_others;
  if (live_lane_count > 1) has_others = 1;
  struct passed_place *passed = place->object && has_others ? find_passed(place->pc) : NULL;
  if (!passed) return;
  passed->passes++;
  uintptr_t address = (uintptr_t)place->object >> 3;
  struct accessed *known = &addresses[hash(address) & (ADDRESS_TABLE_SIZE - 1)];
  if (known->address != address) *known = (struct accessed){ .address = address, .place = passed, .lane = me->number };
  if (known->lane != me->number) known->by_several = 1;
  if (!place->action || strcmp(place->action, "reads") != 0) known->was_written = 1;
  if (known->by_several && known->was_written) known->place->is_shared = passed->is_shared = 1;
  known->place = passed;
  known->lane = me->number;
}

void log_shared_places(void) {
  for (int i = 0; i < PLACE_TABLE_SIZE; i++) {
    if (places[i].is_shared) log_shared_place(places[i].pc, places[i].passes);
  }
}

/* NULL if the table is full there. */
static struct passed_place *find_passed(const void *pc) {
  uint64_t at = hash((uintptr_t)pc);
  for (int probes = 0; probes < MAX_PROBES; probes++) {
    struct passed_place *place = &places[(at + probes) & (PLACE_TABLE_SIZE - 1)];
    if (!place->pc) place->pc = pc;
    if (place->pc == pc) return place;
  }
  return NULL;
}
