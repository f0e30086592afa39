/*
 * Condition variables, barriers and pthread_once. A lane waits until another lane wakes it; the real condition
 * variable or barrier is not used.
 */
#include "../runtime.h"
#include <errno.h>

/* ---- condition variables */

static int wait_on_condvar(struct lane *me, struct code_place place, struct wait_condition wait) {
  reach_yield_point(me, place);
  int error = real.pthread_mutex_unlock(wait.mutex);
  if (error) return error;
  wait.kind = WAIT_CONDVAR;
  wait_at_yield_point(me, place, wait);
  error = real.pthread_mutex_trylock(wait.mutex);
  exit_if_cancelled(me);
  return me->wait.satisfied || !me->wait.timed_out ? error : ETIMEDOUT;
}

EXPORT int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_cond_wait(cond, mutex);
  struct wait_condition wait = { .object = cond, .mutex = mutex };
  return wait_on_condvar(me, AT_CALLER("waits_for_condition", cond), wait);
}

EXPORT int pthread_cond_clockwait(
    pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *abstime) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_cond_clockwait(cond, mutex, clock, abstime);
  struct wait_condition wait = { .object = cond, .mutex = mutex, .deadline = absolute_deadline(clock, abstime) };
  return wait_on_condvar(me, AT_CALLER("waits_for_condition", cond), wait);
}

/* glibc keeps the clock of a condition variable in the second bit of __wrefs. */
EXPORT int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *abstime) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_cond_timedwait(cond, mutex, abstime);
  clockid_t clock = cond->__data.__wrefs & 2 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  struct wait_condition wait = { .object = cond, .mutex = mutex, .deadline = absolute_deadline(clock, abstime) };
  return wait_on_condvar(me, AT_CALLER("waits_for_condition", cond), wait);
}

EXPORT int pthread_cond_signal(pthread_cond_t *cond) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_cond_signal(cond);
  reach_yield_point(me, AT_CALLER("signals_condition", cond));
  wake_lanes((struct wait_condition){ .kind = WAIT_CONDVAR, .object = cond }, 1);
  return 0;
}

EXPORT int pthread_cond_broadcast(pthread_cond_t *cond) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_cond_broadcast(cond);
  reach_yield_point(me, AT_CALLER("broadcasts_condition", cond));
  wake_all_lanes((struct wait_condition){ .kind = WAIT_CONDVAR, .object = cond });
  return 0;
}

/* ---- barriers */

EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_barrier_wait(barrier);
  reach_yield_point(me, AT_CALLER("waits_at_barrier", barrier));
  struct wait_condition wait = { .kind = WAIT_BARRIER, .object = barrier };
  /* glibc keeps the number of threads that the barrier waits for in its third word. */
  unsigned needed = ((const unsigned *)(const void *)barrier)[2];
  if (count_waiting(wait) + 1u < needed) {
    wait_at_yield_point(me, AT_CALLER("waits_at_barrier", barrier), wait);
    return 0;
  }
  wake_all_lanes(wait);
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

/* ---- pthread_once: the real one would block while it has the token, if another lane is in the routine */

struct running_once { pthread_once_t *once; struct running_once *next; };
static struct running_once *running;

static int is_running(const pthread_once_t *once) {
  for (const struct running_once *each = running; each; each = each->next) {
    if (each->once == once) return 1;
  }
  return 0;
}

/* The routine returned, or its lane was cancelled. */
static void finish_once(void *argument) {
  struct running_once *finished = argument;
  for (struct running_once **link = &running; *link; link = &(*link)->next) {
    if (*link != finished) continue;
    *link = finished->next;
    break;
  }
  wake_all_lanes((struct wait_condition){ .kind = WAIT_ONCE, .object = finished->once });
}

EXPORT int pthread_once(pthread_once_t *once, void (*routine)(void)) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_once(once, routine);
  reach_yield_point(me, AT_CALLER("initialises_once", once));
  struct wait_condition wait = { .kind = WAIT_ONCE, .object = once };
  while (is_running(once)) wait_at_yield_point(me, AT_CALLER("initialises_once", once), wait);
  struct running_once *mine = &(struct running_once){ once, running };
  running = mine;
  int error;
  pthread_cleanup_push(finish_once, mine);
  error = real.pthread_once(once, routine);
  pthread_cleanup_pop(1);
  return error;
}
