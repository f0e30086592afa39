/* The token, and who runs next. All of this is done by the thread that has the token, so it needs no locks. */
#include "runtime.h"
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int64_t total; /* steps of all lanes, as of the last time one looked up */
static int64_t last_switch; /* `total` at that time */
static uint64_t turns;

static void look_up(struct lane *me);
static struct lane *choose(struct lane *me);
static void set_target(struct lane *lane);
static void hand_over(struct lane *to);
static void await_token(struct lane *me);

/* ---- yield points */

void step_slow(const void *pc, const char *does, const volatile void *to) {
  struct lane *me = self;
  if (!me && !active && take_control()) {
    me = self;
    if (--left > 0) return;
  }
  if (!me || !active) {
    /* A thread that was made past us has no lane. */
    if (active) uncontrolled("thread");
    left = FREE_RUN;
    return;
  }
  if (me->inside) {
    /* A signal handler while the lane waits, or a handler of fork: not a step. */
    left++;
    return;
  }
  me->at = (struct place){ .pc = (const char *)pc - 1, .does = does, .to = (const void *)to };
  look_up(me);
}

void arrive(struct lane *me, struct place at) {
  me->at = at;
  me->at.pc = (const char *)at.pc - 1;
  if (--left <= 0 || me->want.kind == YIELD || !can_run(me)) look_up(me);
  me->want.kind = NOTHING;
}

void arrive_wanting(struct lane *me, struct place at, struct want want) {
  want.turn = ++turns;
  if (!want.deadline) want.deadline = NEVER;
  me->want = want;
  arrive(me, at);
}

int64_t steps_of(const struct lane *lane) { return lane == self ? lane->target - left : lane->count; }

void settle(struct lane *me) {
  int64_t count = me->target - left;
  total += count - me->count;
  me->count = count;
}

void say_where(struct lane *me) {
  me->inside = 1;
  settle(me);
  locate(me);
  log_run(me);
  me->inside = 0;
}

static void tell_watches(struct lane *me) {
  while (me->watch && me->watch->count <= me->count) {
    locate(me);
    if (me->watch->count == me->count) log_at(me);
    me->watch = me->watch->next;
  }
}

static int segments_over(void) { return plan.position >= plan.segment_count; }

/* Others had their turn. */
static void rest(struct lane *me) {
  me->since = me->count;
  if (me->want.kind == YIELD) me->want.kind = NOTHING;
}

static void look_up(struct lane *me) {
  me->inside = 1;
  settle(me);
  if (me->watch) tell_watches(me);
  if (total >= plan.limit) end_limit(me, total - last_switch);
  int may_go_on = policy_every_step() && segments_over() && me->want.kind == NOTHING && !is_tired(me);
  int goes_on = may_go_on && !policy_switch_here(me, me->at.pc);
  struct lane *next = goes_on ? me : choose(me);
  if (next != me || is_tired(me)) rest(me);
  set_target(next);
  if (next != me) {
    locate(me);
    log_run(me);
    hand_over(next);
    await_token(me);
  }
  left = me->target - me->count;
  me->inside = 0;
}

void woke_others(void) {
  if (!self || !policy_needs_recheck() || !segments_over()) return;
  self->target = steps_of(self) + 1;
  left = 1;
}

/* ---- who runs next */

int is_tired(const struct lane *lane) {
  if (lane->want.kind == YIELD) return 1;
  return lane->want.kind == NOTHING && lane->count - lane->since >= LONG_TURN;
}

static int collect_ready(int weak) {
  int count = 0;
  for (int i = 0; i < live_count; i++) {
    if (is_tired(live[i]) == weak && can_run(live[i])) ready[count++] = live[i];
  }
  return count;
}

/* Sleeps and time-outs end when nothing else can run, in order of their time. */
static int fire_timer(void) {
  struct lane *first = NULL;
  for (int i = 0; i < live_count; i++) {
    const struct want *want = &live[i]->want;
    if (want->kind == NOTHING || want->deadline == NEVER || want->timed_out || want->done) continue;
    if (!first || want->deadline < first->want.deadline) first = live[i];
  }
  if (!first) return 0;
  virtual_advance_to(first->want.deadline);
  first->want.timed_out = 1;
  return 1;
}

static int any_waits_outside(void) {
  for (int i = 0; i < live_count; i++) {
    if (live[i]->want.kind == POLL || live[i]->want.kind == SIGNAL) return 1;
  }
  return 0;
}

/* A lane that said sched_yield, or had a long turn, runs when no other can: else a spin-wait would keep out what it waits for. */
static int find_ready(struct lane *me) {
  for (;;) {
    int count = collect_ready(0);
    if (count) return count;
    if (fire_timer()) continue;
    count = collect_ready(1);
    if (count || live_count == 0) return count;
    if (!any_waits_outside()) end_deadlock(me);
    wait_outside();
  }
}

/* A lane that is still to come is waited for: the one that will make it goes on, else as by default. */
static struct lane *while_awaited(struct lane *me, const struct planned *awaited) {
  size_t length = awaited->length;
  while (length > 0 && awaited->name[length - 1] != '.') length--;
  for (int i = 0; length > 0 && i < live_count; i++) {
    const char *name = live[i]->name;
    if (strlen(name) == length - 1 && memcmp(name, awaited->name, length - 1) == 0 && can_run(live[i])) return live[i];
  }
  return !me->ended && can_run(me) ? me : ready[0];
}

static struct lane *choose(struct lane *me) {
  int count = find_ready(me);
  int64_t from = plan.position;
  if (count == 0) return NULL;
  for (; plan.position < plan.segment_count; plan.position++) {
    const struct segment *segment = &plan.segments[plan.position];
    struct lane *lane = segment->planned->lane;
    if (lane && lane->count < segment->count && can_run(lane)) return lane;
    if (!segment->planned->came && !is_tired(me)) return while_awaited(me, segment->planned);
  }
  return policy_choose(me, ready, count, from < plan.position && !me->ended && can_run(me));
}

static void set_target(struct lane *lane) {
  if (!lane) return;
  int64_t target = segments_over() ? policy_target(lane) : plan.segments[plan.position].count;
  if (!segments_over() && plan.segments[plan.position].planned->lane != lane) target = lane->count + 1;
  if (lane->watch && lane->watch->count < target) target = lane->watch->count;
  if (lane->since + LONG_TURN < target) target = lane->since + LONG_TURN;
  if (plan.limit != NEVER && lane->count + plan.limit - total < target) target = lane->count + plan.limit - total;
  lane->target = target > lane->count ? target : lane->count + 1;
}

void first_turn(struct lane *lane) {
  choose(lane);
  set_target(lane);
}

/* ---- the token */

static void hand_over(struct lane *to) {
  last_switch = total;
  __atomic_store_n(&to->go, 1, __ATOMIC_SEQ_CST);
  real.syscall(SYS_futex, &to->go, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
}

/*
 * A thread that ended gives back its stack and its heap after it gave away the token; who comes next waits for that, as what
 * it then gets from malloc must not depend on who is faster. The first thread stays as long as the process.
 */
static int leaving;

static void await_gone(void) {
  int pid = getpid(), tid = leaving;
  leaving = 0;
  for (int tries = 0; tid && tid != pid && tries < 100000; tries++) {
    if (real.syscall(SYS_tgkill, pid, tid, 0) != 0) return;
    real.sched_yield();
  }
}

static void await_token(struct lane *me) {
  while (!__atomic_load_n(&me->go, __ATOMIC_SEQ_CST)) {
    real.syscall(SYS_futex, &me->go, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0);
  }
  __atomic_store_n(&me->go, 0, __ATOMIC_SEQ_CST);
  if (leaving) await_gone();
}

void lane_await_first_turn(struct lane *lane) {
  await_token(lane);
  lane_begin(lane);
}

/* ---- the end of a lane */

/* The end is a step of its own: a segment up to it is over when the lane is, not one step before. */
void lane_end(struct lane *me) {
  me->inside = 1;
  left--;
  settle(me);
  me->at = (struct place){ .pc = me->start, .does = "ends" };
  memcpy(me->callers, me->made_by, sizeof me->callers);
  if (me->watch) tell_watches(me);
  log_run(me);
  me->ended = 1;
  remove_live(me);
  if (me->planned) me->planned->lane = NULL;
  self = NULL;
  left = FREE_RUN;
  struct lane *next = choose(me);
  set_target(next);
  leaving = me->tid;
  if (me->detached) lane_forget(me);
  if (next) hand_over(next);
}
