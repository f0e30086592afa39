/* Which lanes there are, and how they are called. */
#include "runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lane **live, **ready;
int live_count;
static int live_room;
static struct lane *kept, *spare;

static int compare_names(const char *a, const char *b) {
  for (;;) {
    char *a_end, *b_end;
    long long x = strtoll(a, &a_end, 10), y = strtoll(b, &b_end, 10);
    if (x != y) return x < y ? -1 : 1;
    if (!*a_end || !*b_end) return (*a_end != 0) - (*b_end != 0);
    a = a_end + 1;
    b = b_end + 1;
  }
}

static void add_live(struct lane *lane) {
  if (live_count == live_room) {
    live_room = live_room ? 2 * live_room : 64;
    struct lane **more = own_memory(live_room * sizeof *more);
    if (live_count) memcpy(more, live, live_count * sizeof *more);
    live = more;
    ready = own_memory(live_room * sizeof *ready);
  }
  int at = live_count++;
  for (; at > 0 && compare_names(live[at - 1]->name, lane->name) > 0; at--) live[at] = live[at - 1];
  live[at] = lane;
}

static char *child_name(struct lane *parent) {
  if (!parent) return "1";
  size_t size = strlen(parent->name) + 24;
  char *name = own_memory(size);
  snprintf(name, size, "%s.%lld", parent->name, (long long)++parent->children);
  return name;
}

struct lane *lane_new(struct lane *parent) {
  struct lane *lane = spare;
  if (lane) spare = lane->next_kept;
  else lane = own_memory(sizeof *lane);
  memset(lane, 0, sizeof *lane);
  lane->name = child_name(parent);
  lane->want.deadline = NEVER;
  lane->planned = plan_find(lane->name, strlen(lane->name), 0);
  if (lane->planned) {
    lane->planned->lane = lane;
    lane->planned->came = 1;
    lane->watch = lane->planned->watches;
  }
  lane->next_kept = kept;
  kept = lane;
  policy_lane(lane);
  add_live(lane);
  if (!parent) first_turn(lane);
  return lane;
}

void remove_live(struct lane *lane) {
  int at = 0;
  while (at < live_count && live[at] != lane) at++;
  if (at == live_count) return;
  live_count--;
  memmove(live + at, live + at + 1, (live_count - at) * sizeof *live);
}

/* It ended and nobody can ask for it any more; or it could not be started. */
void lane_forget(struct lane *lane) {
  remove_live(lane);
  if (lane->planned && lane->planned->lane == lane) lane->planned->lane = NULL;
  for (struct lane **at = &kept; *at; at = &(*at)->next_kept) {
    if (*at != lane) continue;
    *at = lane->next_kept;
    lane->next_kept = spare;
    spare = lane;
    return;
  }
}

struct lane *lane_of_thread(pthread_t thread) {
  for (struct lane *lane = kept; lane; lane = lane->next_kept) {
    if (pthread_equal(lane->thread, thread)) return lane;
  }
  return NULL;
}
