/*
 * Yield points, and the end of a turn. One thread runs at a time, the one that has the token. Only that thread runs
 * this code, so it needs no locks.
 *
 * Each place where a lane can stop is a step of its own, and its wait condition is set before it stops. So a lane that
 * the plan stopped before it takes a lock, and one that found the lock taken, are in the same state: a log replayed as
 * a plan produces the same log.
 */
#include "../runtime.h"
#include <string.h>

int64_t total_steps;

static void run_scheduler(struct lane *me);
static void set_next_check(struct lane *lane);
static int passes_by(struct lane *me, const struct code_place *place);

/* ---- yield points */

/* Nearly all steps of a run in which each is looked at end here. */
static inline int is_nothing_to_do(const struct lane *me, const void *pc) {
  return me->next_check < me->next_choice && !place_chances[place_hash(pc)] && !plan.traces_sharing;
}

/* An instrumented yield point at which `steps_left` reached zero. */
void step_slow(const void *pc, const char *action, const volatile void *object) {
  struct lane *me = current_lane;
  if (!me && !active && take_control()) {
    me = current_lane;
    if (--steps_left > 0) return;
  }
  if (!me || !active) {
    /* A thread that was not created by pthread_create has no lane. */
    if (active) report_uncontrolled("thread");
    steps_left = UNLIMITED_STEPS;
    return;
  }
  if (me->in_runtime) {
    /* A signal handler that runs while the lane waits, or a handler of fork: not a step. */
    steps_left++;
    return;
  }
  if (is_nothing_to_do(me, (const char *)pc - 1)) {
    /* After the last change of the plan there is nothing to look for. */
    steps_left = plan.change_count || plan.policy == POLICY_BIASED ? 1 : me->next_choice - me->next_check;
    me->next_check += steps_left;
    return;
  }
  struct code_place place = { .pc = (const char *)pc - 1, .action = action, .object = (const void *)object };
  if (passes_by(me, &place)) return;
  me->place = place;
  run_scheduler(me);
}

void reach_yield_point(struct lane *me, struct code_place place) {
  me->place = place;
  me->place.pc = (const char *)place.pc - 1;
  note_sync();
  int is_due = --steps_left <= 0 && !passes_by(me, &me->place);
  if (is_due || me->wait.kind == WAIT_YIELD || !can_run(me)) run_scheduler(me);
  me->wait.kind = WAIT_NONE;
}

void wait_at_yield_point(struct lane *me, struct code_place place, struct wait_condition wait) {
  static uint64_t waits;
  wait.order = ++waits;
  if (!wait.deadline) wait.deadline = NEVER;
  me->wait = wait;
  reach_yield_point(me, place);
}

static void choose_at_next_step(void) {
  current_lane->next_choice = current_lane->next_check = steps_of(current_lane) + 1;
  steps_left = 1;
}

void note_sync(void) {
  if (controlled_lane() && policy_picks_sync()) choose_at_next_step();
}

void notify_others_may_run(void) {
  if (current_lane && policy_rechecks_after_wakeup() && plan_is_over()) choose_at_next_step();
}

/* ---- counting */

int64_t steps_of(const struct lane *lane) {
  return lane == current_lane ? lane->next_check - steps_left : lane->steps;
}

void update_step_counts(struct lane *me) {
  int64_t steps = me->next_check - steps_left;
  total_steps += steps - me->steps;
  me->steps = steps;
}

void log_position(struct lane *me) {
  me->in_runtime = 1;
  update_step_counts(me);
  locate_in_program(me);
  log_run(me);
  me->in_runtime = 0;
}

static void log_reached_watches(struct lane *me) {
  while (me->next_watch && me->next_watch->step <= me->steps) {
    locate_in_program(me);
    if (me->next_watch->step == me->steps) log_at(me);
    me->next_watch = me->next_watch->next;
  }
}

/* ---- turns */

static void end_turn(struct lane *me) {
  me->turn_start = me->steps;
  if (me->wait.kind == WAIT_YIELD) me->wait.kind = WAIT_NONE;
}

/* Returns when the lane has the token: at once if it stays the one that runs. */
static void run_scheduler(struct lane *me) {
  me->in_runtime = 1;
  update_step_counts(me);
  if (me->next_watch) log_reached_watches(me);
  if (total_steps >= plan.limit) end_at_limit(me);
  int may_stay = policy_asks_at_places() && plan_is_over() && me->wait.kind == WAIT_NONE && !should_yield(me);
  int stays = may_stay && !policy_switches_here(me, me->place.pc);
  int64_t position = plan.position;
  struct lane *next = stays ? me : choose_lane(me);
  if (next != me || should_yield(me)) end_turn(me);
  set_next_check(next);
  if (next != me) {
    locate_in_program(me);
    log_run(me);
    if (plan.position > position) show_planned_switch(me, next);
    pass_token(next);
    await_token(me);
  }
  steps_left = me->next_check - me->steps;
  me->in_runtime = 0;
}

/*
 * The nearest step at which there is something to do: a segment or a turn ends, the policy chooses, a watch, the
 * limit.
 */
static void set_next_check(struct lane *lane) {
  if (!lane) return;
  int64_t step;
  if (plan.choices) step = lane->steps + 1;
  else if (plan_is_over()) step = next_policy_check(lane);
  else if (plan.segments[plan.position].planned->lane == lane) step = plan.segments[plan.position].end_step;
  else step = lane->steps + 1;
  if (lane->next_watch && lane->next_watch->step < step) step = lane->next_watch->step;
  if (lane->turn_start + MAX_TURN_STEPS < step) step = lane->turn_start + MAX_TURN_STEPS;
  int64_t limit = plan.limit == NEVER ? NEVER : lane->steps + plan.limit - total_steps;
  if (limit < step) step = limit;
  lane->next_choice = lane->next_check = step > lane->steps ? step : lane->steps + 1;
  if (policy_looks_at_each_step() || plan.traces_sharing) lane->next_check = lane->steps + 1;
}

/* At a step that was only to be looked at, and is nothing to the policy. */
static int passes_by(struct lane *me, const struct code_place *place) {
  if (plan.traces_sharing) trace_access(me, place);
  if (policy_looks_at_each_step() && policy_picks_place(me, place->pc)) return 0;
  if (me->next_check >= me->next_choice) return 0;
  me->next_check++;
  steps_left = 1;
  return 1;
}

void start_first_turn(struct lane *lane) {
  choose_lane(lane);
  set_next_check(lane);
}

void await_first_turn(struct lane *lane) {
  await_token(lane);
  attach_lane(lane);
}

/* The end of a lane is a step of its own: a segment up to it is over when the lane has ended, not one step before. */
void end_lane(struct lane *me) {
  me->in_runtime = 1;
  steps_left--;
  update_step_counts(me);
  me->place = (struct code_place){ .pc = me->entry, .action = "ends" };
  memcpy(me->callers, me->created_by, sizeof me->callers);
  if (me->next_watch) log_reached_watches(me);
  log_run(me);
  me->ended = 1;
  remove_live_lane(me);
  if (me->planned) me->planned->lane = NULL;
  current_lane = NULL;
  steps_left = UNLIMITED_STEPS;
  struct lane *next = choose_lane(me);
  set_next_check(next);
  note_exiting_thread(me->tid);
  if (me->detached) free_lane(me);
  if (next) pass_token(next);
}
