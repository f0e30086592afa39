/*
 * Mutexes, conditions, read-write locks, spinlocks, barriers, semaphores, once. The real object keeps the state wherever it
 * has one: a lane waits until the real "try" will succeed, and then does it.
 */
#include "runtime.h"
#include <errno.h>
#include <sched.h>

/*
 * Who gave something back can be interrupted before it does anything else: what comes next may be in a library, where there
 * are no yield points.
 */
static int released(struct lane *me, int failed, struct place at) {
  if (!me) return failed;
  woke_others();
  arrive(me, at);
  return failed;
}

/* ---- mutexes */

static int lock_mutex(struct lane *me, struct place at, pthread_mutex_t *mutex, int64_t deadline) {
  for (;;) {
    arrive_wanting(me, at, (struct want){ .kind = MUTEX, .on = mutex, .deadline = deadline });
    int failed = real.pthread_mutex_trylock(mutex);
    if (failed == EBUSY && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK && mutex->__data.__owner == me->tid) {
      return EDEADLK;
    }
    if (failed != EBUSY) return failed;
    if (me->want.timed_out) return ETIMEDOUT;
  }
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
  struct lane *me = controlled();
  return me ? lock_mutex(me, HERE("locks_mutex", mutex), mutex, NEVER) : real.pthread_mutex_lock(mutex);
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *at) {
  struct lane *me = controlled();
  if (!me) return real.pthread_mutex_timedlock(mutex, at);
  return lock_mutex(me, HERE("locks_mutex", mutex), mutex, deadline_of(CLOCK_REALTIME, at));
}

EXPORT int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *at) {
  struct lane *me = controlled();
  if (!me) return real.pthread_mutex_clocklock(mutex, clock, at);
  return lock_mutex(me, HERE("locks_mutex", mutex), mutex, deadline_of(clock, at));
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  struct lane *me = controlled();
  if (me) arrive(me, HERE("tries_to_lock_mutex", mutex));
  return real.pthread_mutex_trylock(mutex);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  struct lane *me = controlled();
  if (me) arrive(me, HERE("unlocks_mutex", mutex));
  int failed = real.pthread_mutex_unlock(mutex);
  return released(me, failed, HERE("has_unlocked_mutex", mutex));
}

/* ---- conditions: those that wait are found among the lanes, the real condition is not used */

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

/* ---- read-write locks */

static int lock_rw(struct lane *me, struct place at, struct want want) {
  pthread_rwlock_t *lock = want.on;
  for (;;) {
    arrive_wanting(me, at, want);
    int failed = want.kind == READ_LOCK ? real.pthread_rwlock_tryrdlock(lock) : real.pthread_rwlock_trywrlock(lock);
    if (failed != EBUSY) return failed;
    if (me->want.timed_out) return ETIMEDOUT;
  }
}

#define RWLOCK(name, wanted, locks) \
  EXPORT int pthread_rwlock_##name(pthread_rwlock_t *lock) { \
    struct lane *me = controlled(); \
    if (!me) return real.pthread_rwlock_##name(lock); \
    return lock_rw(me, HERE(locks, lock), (struct want){ .kind = wanted, .on = lock }); \
  } \
  EXPORT int pthread_rwlock_timed##name(pthread_rwlock_t *lock, const struct timespec *at) { \
    struct lane *me = controlled(); \
    if (!me) return real.pthread_rwlock_timed##name(lock, at); \
    struct want want = { .kind = wanted, .on = lock, .deadline = deadline_of(CLOCK_REALTIME, at) }; \
    return lock_rw(me, HERE(locks, lock), want); \
  } \
  EXPORT int pthread_rwlock_try##name(pthread_rwlock_t *lock) { \
    struct lane *me = controlled(); \
    if (me) arrive(me, HERE("tries_to_lock_rwlock", lock)); \
    return real.pthread_rwlock_try##name(lock); \
  }
RWLOCK(rdlock, READ_LOCK, "read-locks")
RWLOCK(wrlock, WRITE_LOCK, "write-locks")

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  struct lane *me = controlled();
  if (me) arrive(me, HERE("unlocks_rwlock", lock));
  int failed = real.pthread_rwlock_unlock(lock);
  return released(me, failed, HERE("has_unlocked_rwlock", lock));
}

/* ---- spinlocks */

EXPORT int pthread_spin_lock(pthread_spinlock_t *lock) {
  struct lane *me = controlled();
  if (!me) return real.pthread_spin_lock(lock);
  do arrive_wanting(me, HERE("locks_spinlock", (void *)lock), (struct want){ .kind = SPIN, .on = (void *)lock });
  while (real.pthread_spin_trylock(lock) != 0);
  return 0;
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock) {
  struct lane *me = controlled();
  if (me) arrive(me, HERE("tries_to_lock_spinlock", (void *)lock));
  return real.pthread_spin_trylock(lock);
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock) {
  struct lane *me = controlled();
  if (me) arrive(me, HERE("unlocks_spinlock", (void *)lock));
  int failed = real.pthread_spin_unlock(lock);
  return released(me, failed, HERE("has_unlocked_spinlock", (void *)lock));
}

/* ---- barriers: those that wait are counted among the lanes; the number needed is the third word of glibc's barrier */

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

/* ---- semaphores */

static int wait_semaphore(struct lane *me, struct place at, sem_t *semaphore, int64_t deadline) {
  for (;;) {
    arrive_wanting(me, at, (struct want){ .kind = SEMAPHORE, .on = semaphore, .deadline = deadline });
    if (me->cancelled) pthread_testcancel();
    if (real.sem_trywait(semaphore) == 0) return 0;
    if (errno != EAGAIN) return -1;
    if (!me->want.timed_out) continue;
    errno = ETIMEDOUT;
    return -1;
  }
}

EXPORT int sem_wait(sem_t *semaphore) {
  struct lane *me = controlled();
  return me ? wait_semaphore(me, HERE("waits_for_semaphore", semaphore), semaphore, NEVER) : real.sem_wait(semaphore);
}

EXPORT int sem_timedwait(sem_t *semaphore, const struct timespec *at) {
  struct lane *me = controlled();
  if (!me) return real.sem_timedwait(semaphore, at);
  return wait_semaphore(me, HERE("waits_for_semaphore", semaphore), semaphore, deadline_of(CLOCK_REALTIME, at));
}

EXPORT int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *at) {
  struct lane *me = controlled();
  if (!me) return real.sem_clockwait(semaphore, clock, at);
  return wait_semaphore(me, HERE("waits_for_semaphore", semaphore), semaphore, deadline_of(clock, at));
}

EXPORT int sem_trywait(sem_t *semaphore) {
  struct lane *me = controlled();
  if (me) arrive(me, HERE("tries_semaphore", semaphore));
  return real.sem_trywait(semaphore);
}

EXPORT int sem_post(sem_t *semaphore) {
  struct lane *me = controlled();
  if (me) arrive(me, HERE("posts_semaphore", semaphore));
  int failed = real.sem_post(semaphore);
  return released(me, failed, HERE("has_posted_semaphore", semaphore));
}
