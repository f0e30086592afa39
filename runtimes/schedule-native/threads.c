/* Making, joining and ending threads. */
#include "runtime.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

struct start { void *(*routine)(void *); void *argument; struct lane *lane; struct start *next; };
static struct start *spare_starts;

static void *run_lane(void *given) {
  struct start *start = given, copy = *start;
  lane_await_first_turn(copy.lane);
  start->next = spare_starts;
  spare_starts = start;
  return copy.routine(copy.argument);
}

static struct start *start_new(void) {
  struct start *start = spare_starts;
  if (start) spare_starts = start->next;
  return start ? start : own_memory(sizeof *start);
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
  if (!active) take_control();
  struct lane *me = controlled();
  if (!me) return real.pthread_create(thread, attributes, routine, argument);
  arrive(me, HERE("creates_a_thread"));
  me->inside = 1;
  struct lane *lane = lane_new(me);
  struct start *start = start_new();
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  lane->detached = state == PTHREAD_CREATE_DETACHED;
  /* A routine of a library, as those of std::thread and of Rust: who made the thread says more. */
  int own = is_own_code((const void *)routine);
  locate(me);
  lane->start = lane->at.pc = own ? (const void *)routine : me->at.pc;
  if (own) lane->made_by[0] = me->at.pc;
  for (int i = own; i < MOST_CALLERS; i++) lane->made_by[i] = me->callers[i - own];
  memcpy(lane->callers, lane->made_by, sizeof lane->callers);
  *start = (struct start){ routine, argument, lane, NULL };
  int failed = real.pthread_create(thread, attributes, run_lane, start);
  if (failed) {
    me->children--;
    lane_forget(lane);
  } else {
    lane->thread = *thread;
    log_lane(lane);
    woke_others();
  }
  me->inside = 0;
  return failed;
}

static void check_cancelled(struct lane *me) {
  if (me->cancelled) pthread_testcancel();
}

EXPORT int pthread_join(pthread_t thread, void **result) {
  struct lane *me = controlled();
  struct lane *other = me ? lane_of_thread(thread) : NULL;
  if (!other || other == me) return real.pthread_join(thread, result);
  arrive_wanting(me, HERE("joins", .lane = other), (struct want){ .kind = JOIN, .lane = other });
  check_cancelled(me);
  int failed = real.pthread_join(thread, result);
  if (!failed) lane_forget(other);
  return failed;
}

EXPORT int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *at) {
  struct lane *me = controlled();
  struct lane *other = me ? lane_of_thread(thread) : NULL;
  if (!other || other == me) return real.pthread_timedjoin_np(thread, result, at);
  struct want want = { .kind = JOIN, .lane = other, .deadline = deadline_of(CLOCK_REALTIME, at) };
  arrive_wanting(me, HERE("joins", .lane = other), want);
  if (!other->ended) return ETIMEDOUT;
  int failed = real.pthread_join(thread, result);
  if (!failed) lane_forget(other);
  return failed;
}

EXPORT int pthread_tryjoin_np(pthread_t thread, void **result) {
  struct lane *me = controlled();
  struct lane *other = me ? lane_of_thread(thread) : NULL;
  if (!other || other == me) return real.pthread_tryjoin_np(thread, result);
  arrive(me, HERE("tries_to_join", .lane = other));
  if (!other->ended) return EBUSY;
  int failed = real.pthread_join(thread, result);
  if (!failed) lane_forget(other);
  return failed;
}

EXPORT int pthread_detach(pthread_t thread) {
  struct lane *me = controlled();
  struct lane *other = me ? lane_of_thread(thread) : NULL;
  if (!other) return real.pthread_detach(thread);
  arrive(me, HERE("detaches", .lane = other));
  int failed = real.pthread_detach(thread);
  if (failed) return failed;
  other->detached = 1;
  if (other->ended) lane_forget(other);
  return 0;
}

/* Heard where a lane waits for a condition, a thread, a semaphore, time or input; not in the middle of anything else. */
EXPORT int pthread_cancel(pthread_t thread) {
  struct lane *me = controlled();
  struct lane *other = me ? lane_of_thread(thread) : NULL;
  if (!other) return real.pthread_cancel(thread);
  uncontrolled("cancel");
  arrive(me, HERE("cancels", .lane = other));
  other->cancelled = 1;
  woke_others();
  return real.pthread_cancel(thread);
}
