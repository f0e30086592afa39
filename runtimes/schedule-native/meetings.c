/*
 * Conditions, barriers, once: a lane waits for what others do. Those that wait are found among the lanes, the real condition or
 * barrier is not used.
 */
#include "runtime.h"
#include <errno.h>

/* ---- conditions */

static int wait_cond(struct lane *me, struct place at, struct want want) {
  arrive(me, at);
  int failed = real.pthread_mutex_unlock(want.mutex);
  if (failed) return failed;
  want.kind = COND;
  arrive_wanting(me, at, want);
  failed = real.pthread_mutex_trylock(want.mutex);
  if (me->cancelled) pthread_testcancel();
  return me->want.done || !me->want.timed_out ? failed : ETIMEDOUT;
}

EXPORT int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
  struct lane *me = controlled();
  if (!me) return real.pthread_cond_wait(cond, mutex);
  return wait_cond(me, HERE("waits_for_condition", cond), (struct want){ .on = cond, .mutex = mutex });
}

EXPORT int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *at) {
  struct lane *me = controlled();
  if (!me) return real.pthread_cond_clockwait(cond, mutex, clock, at);
  struct want want = { .on = cond, .mutex = mutex, .deadline = deadline_of(clock, at) };
  return wait_cond(me, HERE("waits_for_condition", cond), want);
}

/* glibc keeps the clock of a condition in the second bit of __wrefs. */
EXPORT int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *at) {
  struct lane *me = controlled();
  if (!me) return real.pthread_cond_timedwait(cond, mutex, at);
  clockid_t clock = cond->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  struct want want = { .on = cond, .mutex = mutex, .deadline = deadline_of(clock, at) };
  return wait_cond(me, HERE("waits_for_condition", cond), want);
}

static struct lane *longest_waiting(const pthread_cond_t *cond) {
  struct lane *first = NULL;
  for (int i = 0; i < live_count; i++) {
    const struct want *want = &live[i]->want;
    if (want->kind != COND || want->on != cond || want->done || want->timed_out) continue;
    if (!first || want->turn < first->want.turn) first = live[i];
  }
  return first;
}

EXPORT int pthread_cond_signal(pthread_cond_t *cond) {
  struct lane *me = controlled();
  if (!me) return real.pthread_cond_signal(cond);
  arrive(me, HERE("signals_condition", cond));
  struct lane *woken = longest_waiting(cond);
  if (woken) woken->want.done = 1;
  woke_others();
  return 0;
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *cond) {
  struct lane *me = controlled();
  if (!me) return real.pthread_cond_broadcast(cond);
  arrive(me, HERE("broadcasts_condition", cond));
  for (struct lane *woken; (woken = longest_waiting(cond));) woken->want.done = 1;
  woke_others();
  return 0;
}

/* ---- barriers: the number needed is the third word of glibc's */

EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier) {
  struct lane *me = controlled();
  if (!me) return real.pthread_barrier_wait(barrier);
  arrive(me, HERE("waits_at_barrier", barrier));
  unsigned needed = ((const unsigned *)(const void *)barrier)[2], here = 1;
  for (int i = 0; i < live_count; i++) {
    const struct want *want = &live[i]->want;
    here += want->kind == BARRIER && want->on == barrier && !want->done;
  }
  if (here < needed) {
    arrive_wanting(me, HERE("waits_at_barrier", barrier), (struct want){ .kind = BARRIER, .on = barrier });
    return 0;
  }
  for (int i = 0; i < live_count; i++) {
    struct want *want = &live[i]->want;
    if (want->kind == BARRIER && want->on == barrier) want->done = 1;
  }
  woke_others();
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

/* ---- once: the real one would block a lane that has the token */

struct running_once { pthread_once_t *once; struct running_once *next; };
static struct running_once *running;

static int is_running(const pthread_once_t *once) {
  for (const struct running_once *at = running; at; at = at->next) {
    if (at->once == once) return 1;
  }
  return 0;
}

static void once_over(void *given) {
  struct running_once *mine = given;
  for (struct running_once **at = &running; *at; at = &(*at)->next) {
    if (*at != mine) continue;
    *at = mine->next;
    break;
  }
  for (int i = 0; i < live_count; i++) {
    struct want *want = &live[i]->want;
    if (want->kind == ONCE && want->on == mine->once) want->done = 1;
  }
  woke_others();
}

EXPORT int pthread_once(pthread_once_t *once, void (*routine)(void)) {
  struct lane *me = controlled();
  if (!me) return real.pthread_once(once, routine);
  arrive(me, HERE("initialises_once", once));
  while (is_running(once)) arrive_wanting(me, HERE("initialises_once", once), (struct want){ .kind = ONCE, .on = once });
  struct running_once *mine = &(struct running_once){ once, running };
  running = mine;
  int failed;
  pthread_cleanup_push(once_over, mine);
  failed = real.pthread_once(once, routine);
  pthread_cleanup_pop(1);
  return failed;
}
