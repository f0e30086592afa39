/* Creating, joining, detaching and cancelling threads. */
#include "../runtime.h"
#include <errno.h>
#include <string.h>

struct thread_start { void *(*routine)(void *); void *argument; struct lane *lane; struct thread_start *next; };
static struct thread_start *reusable_starts;

static void return_from_thread(struct lane *me);

static struct thread_start *new_start(void) {
  struct thread_start *start = reusable_starts;
  if (start) reusable_starts = start->next;
  return start ? start : allocate_private(sizeof *start);
}

static void *run_thread(void *argument) {
  struct thread_start *start = argument, copy = *start;
  await_first_turn(copy.lane);
  start->next = reusable_starts;
  reusable_starts = start;
  void *result = copy.routine(copy.argument);
  return_from_thread(copy.lane);
  return result;
}

/* Between the last access of a thread and its end. */
static void return_from_thread(struct lane *me) {
  if (!controlled_lane()) return;
  memcpy(me->callers, me->created_by, sizeof me->callers);
  reach_yield_point(me, (struct code_place){ .pc = (const char *)me->entry + 1, .action = "returns" });
}

EXPORT _Noreturn void pthread_exit(void *result) {
  DECLARE_ORIGINAL(void, pthread_exit, void *);
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("exits_the_thread"));
  original(result);
  __builtin_unreachable();
}

/* std::thread and Rust pass a routine of a library: then the lane begins where the program created it. */
static void set_entry(struct lane *lane, struct lane *creator, const void *routine) {
  int is_own_routine = is_program_code(routine);
  locate_in_program(creator);
  lane->entry = lane->place.pc = is_own_routine ? routine : creator->place.pc;
  if (is_own_routine) lane->created_by[0] = creator->place.pc;
  for (int i = is_own_routine; i < MAX_CALLERS; i++) lane->created_by[i] = creator->callers[i - is_own_routine];
  memcpy(lane->callers, lane->created_by, sizeof lane->callers);
}

EXPORT int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
  if (!active) take_control();
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_create(thread, attributes, routine, argument);
  reach_yield_point(me, AT_CALLER("creates_a_thread"));
  me->in_runtime = 1;
  struct lane *lane = create_lane(me);
  struct thread_start *start = new_start();
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  lane->detached = state == PTHREAD_CREATE_DETACHED;
  set_entry(lane, me, (const void *)routine);
  *start = (struct thread_start){ routine, argument, lane, NULL };
  int error = real.pthread_create(thread, attributes, run_thread, start);
  if (error) {
    me->children--;
    free_lane(lane);
  } else {
    lane->thread = *thread;
    log_lane(lane);
    notify_others_may_run();
  }
  me->in_runtime = 0;
  return error;
}

/* The lane has ended, so the real function does not block. */
static int join_ended(struct lane *lane, pthread_t thread, void **result) {
  int error = real.pthread_join(thread, result);
  if (!error) free_lane(lane);
  return error;
}

EXPORT int pthread_join(pthread_t thread, void **result) {
  struct lane *me = controlled_lane();
  struct lane *other = me ? find_lane(thread) : NULL;
  if (!other || other == me) return real.pthread_join(thread, result);
  struct wait_condition wait = { .kind = WAIT_JOIN, .lane = other };
  wait_at_yield_point(me, AT_CALLER("joins", .lane = other), wait);
  exit_if_cancelled(me);
  return join_ended(other, thread, result);
}

EXPORT int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *abstime) {
  struct lane *me = controlled_lane();
  struct lane *other = me ? find_lane(thread) : NULL;
  if (!other || other == me) return real.pthread_timedjoin_np(thread, result, abstime);
  int64_t deadline = absolute_deadline(CLOCK_REALTIME, abstime);
  struct wait_condition wait = { .kind = WAIT_JOIN, .lane = other, .deadline = deadline };
  wait_at_yield_point(me, AT_CALLER("joins", .lane = other), wait);
  return other->ended ? join_ended(other, thread, result) : ETIMEDOUT;
}

EXPORT int pthread_tryjoin_np(pthread_t thread, void **result) {
  struct lane *me = controlled_lane();
  struct lane *other = me ? find_lane(thread) : NULL;
  if (!other || other == me) return real.pthread_tryjoin_np(thread, result);
  reach_yield_point(me, AT_CALLER("tries_to_join", .lane = other));
  return other->ended ? join_ended(other, thread, result) : EBUSY;
}

EXPORT int pthread_detach(pthread_t thread) {
  struct lane *me = controlled_lane();
  struct lane *other = me ? find_lane(thread) : NULL;
  if (!other) return real.pthread_detach(thread);
  reach_yield_point(me, AT_CALLER("detaches", .lane = other));
  int error = real.pthread_detach(thread);
  if (error) return error;
  other->detached = 1;
  if (other->ended) free_lane(other);
  return 0;
}

/* Takes effect where the lane waits for a condition variable, a thread, a semaphore, time or input; nowhere else. */
EXPORT int pthread_cancel(pthread_t thread) {
  struct lane *me = controlled_lane();
  struct lane *other = me ? find_lane(thread) : NULL;
  if (!other) return real.pthread_cancel(thread);
  report_uncontrolled("cancel");
  reach_yield_point(me, AT_CALLER("cancels", .lane = other));
  other->cancelled = 1;
  notify_others_may_run();
  return real.pthread_cancel(thread);
}
