/* Chooses the lane that runs next: by the plan, else by the policy. */
#include "../runtime.h"
#include <string.h>

enum { MAX_SHORT_SLEEP = 1000000000 }; /* nanoseconds */

static int find_ready_lanes(struct lane *me);
static struct lane *choose_until_created(struct lane *me, const struct planned_lane *awaited);
static int is_asleep(const struct lane *lane);

/* Segments that cannot be followed are skipped, so any list of segments is a plan. */
struct lane *choose_lane(struct lane *me) {
  int count = find_ready_lanes(me);
  int64_t from = plan.position;
  if (count == 0) return NULL;
  if (plan.choices) log_choice(me, ready_lanes, count);
  for (; plan.position < plan.segment_count; plan.position++) {
    const struct segment *segment = &plan.segments[plan.position];
    struct lane *lane = segment->planned->lane;
    if (lane && lane->steps < segment->end_step && (can_run(lane) || is_asleep(lane))) return wake(lane);
    if (!segment->planned->was_created && !should_yield(me)) return choose_until_created(me, segment->planned);
  }
  int plan_just_ended = from < plan.position && !me->ended && can_run(me);
  return choose_by_policy(me, ready_lanes, count, plan_just_ended);
}

int plan_is_over(void) { return plan.position >= plan.segment_count; }

int should_yield(const struct lane *lane) {
  if (lane->wait.kind == WAIT_YIELD) return 1;
  return lane->wait.kind == WAIT_NONE && lane->steps - lane->turn_start >= MAX_TURN_STEPS;
}

/* The plan names a lane that does not exist yet: its parent runs if it can, else the lane that runs already. */
static struct lane *choose_until_created(struct lane *me, const struct planned_lane *awaited) {
  size_t length = awaited->length;
  while (length > 0 && awaited->name[length - 1] != '.') length--;
  for (int i = 0; length > 0 && i < live_lane_count; i++) {
    struct lane *lane = live_lanes[i];
    if (strlen(lane->name) != length - 1 || memcmp(lane->name, awaited->name, length - 1) != 0) continue;
    if (can_run(lane)) return lane;
  }
  return !me->ended && can_run(me) ? me : ready_lanes[0];
}

/* ---- which lanes can run */

static int collect_ready_lanes(int yielding) {
  int count = 0;
  for (int i = 0; i < live_lane_count; i++) {
    if (should_yield(live_lanes[i]) == yielding && can_run(live_lanes[i])) ready_lanes[count++] = live_lanes[i];
  }
  return count;
}

/* Ends the sleep or time-out that is due first; false if there is none. */
static int fire_timer(void) {
  struct lane *first = NULL;
  for (int i = 0; i < live_lane_count; i++) {
    const struct wait_condition *wait = &live_lanes[i]->wait;
    if (wait->kind == WAIT_NONE || wait->deadline == NEVER || wait->timed_out || wait->satisfied) continue;
    if (!first || wait->deadline < first->wait.deadline) first = live_lanes[i];
  }
  if (!first) return 0;
  advance_virtual_time(first->wait.deadline);
  first->wait.timed_out = 1;
  return 1;
}

/*
 * A sleep may end while other lanes could run, as if these were slow. A long one does not: programs rely on that, and
 * so would people.
 */
static int is_asleep(const struct lane *lane) {
  const struct wait_condition *wait = &lane->wait;
  return wait->kind == WAIT_SLEEP && !wait->timed_out && wait->deadline - virtual_time() <= MAX_SHORT_SLEEP;
}

int find_sleeping_lanes(struct lane **into) {
  int count = 0;
  for (int i = 0; i < live_lane_count; i++) {
    if (is_asleep(live_lanes[i]) && !can_run(live_lanes[i])) into[count++] = live_lanes[i];
  }
  return count;
}

struct lane *wake(struct lane *lane) {
  while (!can_run(lane) && fire_timer()) continue;
  return lane;
}

static int any_waits_for_outside(void) {
  for (int i = 0; i < live_lane_count; i++) {
    if (live_lanes[i]->wait.kind == WAIT_POLL || live_lanes[i]->wait.kind == WAIT_SIGNAL) return 1;
  }
  return 0;
}

/*
 * Fills `ready_lanes` and returns their number. Time passes only when no lane can run, or when a plan or policy wakes
 * a lane. Lanes that should yield come last: else one that spins would keep out the lane it waits for.
 */
static int find_ready_lanes(struct lane *me) {
  for (;;) {
    int count = collect_ready_lanes(0);
    if (count) return count;
    if (fire_timer()) continue;
    count = collect_ready_lanes(1);
    if (count || live_lane_count == 0) return count;
    if (!any_waits_for_outside()) end_with_deadlock(me);
    wait_for_outside_input();
  }
}
