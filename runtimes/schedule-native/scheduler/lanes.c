/* The lanes of the program, and their names. */
#include "../runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lane **live_lanes, **ready_lanes;
int live_lane_count;
static int live_capacity;
static struct lane *joinable; /* all lanes that may still be joined, ended or not */
static struct lane *reusable;

static char *child_name(struct lane *parent);
static void add_live_lane(struct lane *lane);

struct lane *create_lane(struct lane *parent) {
  struct lane *lane = reusable;
  if (lane) reusable = lane->next;
  else lane = allocate_private(sizeof *lane);
  memset(lane, 0, sizeof *lane);
  lane->name = child_name(parent);
  lane->wait.deadline = NEVER;
  lane->planned = find_planned_lane(lane->name);
  if (lane->planned) {
    lane->planned->lane = lane;
    lane->planned->was_created = 1;
    lane->next_watch = lane->planned->first_watch;
  }
  lane->next = joinable;
  joinable = lane;
  assign_priority(lane);
  add_live_lane(lane);
  if (!parent) start_first_turn(lane);
  return lane;
}

/* For a lane that ended and can no longer be joined, or whose thread could not be created. */
void free_lane(struct lane *lane) {
  remove_live_lane(lane);
  if (lane->planned && lane->planned->lane == lane) lane->planned->lane = NULL;
  for (struct lane **link = &joinable; *link; link = &(*link)->next) {
    if (*link != lane) continue;
    *link = lane->next;
    lane->next = reusable;
    reusable = lane;
    return;
  }
}

struct lane *find_lane(pthread_t thread) {
  for (struct lane *lane = joinable; lane; lane = lane->next) {
    if (pthread_equal(lane->thread, thread)) return lane;
  }
  return NULL;
}

static char *child_name(struct lane *parent) {
  if (!parent) return "1";
  size_t size = strlen(parent->name) + 24;
  char *name = allocate_private(size);
  snprintf(name, size, "%s.%lld", parent->name, (long long)++parent->children);
  return name;
}

/* ---- the live lanes, sorted by name */

/* Number by number: 1.10 comes after 1.9. */
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

static void add_live_lane(struct lane *lane) {
  if (live_lane_count == live_capacity) {
    live_capacity = live_capacity ? 2 * live_capacity : 64;
    struct lane **larger = allocate_private(live_capacity * sizeof *larger);
    if (live_lane_count) memcpy(larger, live_lanes, live_lane_count * sizeof *larger);
    live_lanes = larger;
    ready_lanes = allocate_private(live_capacity * sizeof *ready_lanes);
  }
  int i = live_lane_count++;
  for (; i > 0 && compare_names(live_lanes[i - 1]->name, lane->name) > 0; i--) live_lanes[i] = live_lanes[i - 1];
  live_lanes[i] = lane;
}

void remove_live_lane(struct lane *lane) {
  int i = 0;
  while (i < live_lane_count && live_lanes[i] != lane) i++;
  if (i == live_lane_count) return;
  live_lane_count--;
  memmove(live_lanes + i, live_lanes + i + 1, (live_lane_count - i) * sizeof *live_lanes);
}
