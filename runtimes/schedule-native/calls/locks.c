/*
 * Mutexes, read-write locks, spinlocks and semaphores. The real object keeps the state: a lane waits until the real
 * "try" will succeed, and then calls it.
 */
#include "../runtime.h"
#include <errno.h>

/*
 * A second yield point after a release, before the lane does anything else: what it does next may be in a library,
 * where there are no yield points. Returns the error of the release.
 */
static int after_release(struct lane *me, int error, struct code_place place) {
  if (!me) return error;
  notify_others_may_run();
  reach_yield_point(me, place);
  return error;
}

/* ---- mutexes */

static int lock_mutex(struct lane *me, struct code_place place, pthread_mutex_t *mutex, int64_t deadline) {
  struct wait_condition wait = { .kind = WAIT_MUTEX, .object = mutex, .deadline = deadline };
  for (;;) {
    wait_at_yield_point(me, place, wait);
    int error = real.pthread_mutex_trylock(mutex);
    int is_checked = (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK;
    if (error == EBUSY && is_checked && mutex->__data.__owner == me->tid) return EDEADLK;
    if (error != EBUSY) return error;
    if (me->wait.timed_out) return ETIMEDOUT;
  }
}

EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) {
  struct lane *me = controlled_lane();
  return me ? lock_mutex(me, AT_CALLER("locks_mutex", mutex), mutex, NEVER) : real.pthread_mutex_lock(mutex);
}

EXPORT int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *abstime) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_mutex_timedlock(mutex, abstime);
  return lock_mutex(me, AT_CALLER("locks_mutex", mutex), mutex, absolute_deadline(CLOCK_REALTIME, abstime));
}

EXPORT int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *abstime) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_mutex_clocklock(mutex, clock, abstime);
  return lock_mutex(me, AT_CALLER("locks_mutex", mutex), mutex, absolute_deadline(clock, abstime));
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("tries_to_lock_mutex", mutex));
  return real.pthread_mutex_trylock(mutex);
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("unlocks_mutex", mutex));
  int error = real.pthread_mutex_unlock(mutex);
  return after_release(me, error, AT_CALLER("has_unlocked_mutex", mutex));
}

/* ---- read-write locks */

static int lock_rwlock(struct lane *me, struct code_place place, struct wait_condition wait) {
  pthread_rwlock_t *lock = wait.object;
  for (;;) {
    wait_at_yield_point(me, place, wait);
    int error = wait.kind == WAIT_READ_LOCK ? real.pthread_rwlock_tryrdlock(lock) : real.pthread_rwlock_trywrlock(lock);
    if (error != EBUSY) return error;
    if (me->wait.timed_out) return ETIMEDOUT;
  }
}

#define RWLOCK(name, wait_kind, action) \
  EXPORT int pthread_rwlock_##name(pthread_rwlock_t *lock) { \
    struct lane *me = controlled_lane(); \
    if (!me) return real.pthread_rwlock_##name(lock); \
    return lock_rwlock(me, AT_CALLER(action, lock), (struct wait_condition){ .kind = wait_kind, .object = lock }); \
  } \
  EXPORT int pthread_rwlock_timed##name(pthread_rwlock_t *lock, const struct timespec *abstime) { \
    struct lane *me = controlled_lane(); \
    if (!me) return real.pthread_rwlock_timed##name(lock, abstime); \
    int64_t deadline = absolute_deadline(CLOCK_REALTIME, abstime); \
    struct wait_condition wait = { .kind = wait_kind, .object = lock, .deadline = deadline }; \
    return lock_rwlock(me, AT_CALLER(action, lock), wait); \
  } \
  EXPORT int pthread_rwlock_try##name(pthread_rwlock_t *lock) { \
    struct lane *me = controlled_lane(); \
    if (me) reach_yield_point(me, AT_CALLER("tries_to_lock_rwlock", lock)); \
    return real.pthread_rwlock_try##name(lock); \
  }
RWLOCK(rdlock, WAIT_READ_LOCK, "read-locks")
RWLOCK(wrlock, WAIT_WRITE_LOCK, "write-locks")

EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("unlocks_rwlock", lock));
  int error = real.pthread_rwlock_unlock(lock);
  return after_release(me, error, AT_CALLER("has_unlocked_rwlock", lock));
}

/* ---- spinlocks */

EXPORT int pthread_spin_lock(pthread_spinlock_t *lock) {
  struct lane *me = controlled_lane();
  if (!me) return real.pthread_spin_lock(lock);
  struct wait_condition wait = { .kind = WAIT_SPINLOCK, .object = (void *)lock };
  do wait_at_yield_point(me, AT_CALLER("locks_spinlock", (void *)lock), wait);
  while (real.pthread_spin_trylock(lock) != 0);
  return 0;
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock) {
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("tries_to_lock_spinlock", (void *)lock));
  return real.pthread_spin_trylock(lock);
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock) {
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("unlocks_spinlock", (void *)lock));
  int error = real.pthread_spin_unlock(lock);
  return after_release(me, error, AT_CALLER("has_unlocked_spinlock", (void *)lock));
}

/* ---- semaphores */

static int wait_on_semaphore(struct lane *me, struct code_place place, sem_t *semaphore, int64_t deadline) {
  struct wait_condition wait = { .kind = WAIT_SEMAPHORE, .object = semaphore, .deadline = deadline };
  for (;;) {
    wait_at_yield_point(me, place, wait);
    exit_if_cancelled(me);
    if (real.sem_trywait(semaphore) == 0) return 0;
    if (errno != EAGAIN) return -1;
    if (!me->wait.timed_out) continue;
    errno = ETIMEDOUT;
    return -1;
  }
}

EXPORT int sem_wait(sem_t *semaphore) {
  struct lane *me = controlled_lane();
  if (!me) return real.sem_wait(semaphore);
  return wait_on_semaphore(me, AT_CALLER("waits_for_semaphore", semaphore), semaphore, NEVER);
}

EXPORT int sem_timedwait(sem_t *semaphore, const struct timespec *abstime) {
  struct lane *me = controlled_lane();
  if (!me) return real.sem_timedwait(semaphore, abstime);
  int64_t deadline = absolute_deadline(CLOCK_REALTIME, abstime);
  return wait_on_semaphore(me, AT_CALLER("waits_for_semaphore", semaphore), semaphore, deadline);
}

EXPORT int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *abstime) {
  struct lane *me = controlled_lane();
  if (!me) return real.sem_clockwait(semaphore, clock, abstime);
  int64_t deadline = absolute_deadline(clock, abstime);
  return wait_on_semaphore(me, AT_CALLER("waits_for_semaphore", semaphore), semaphore, deadline);
}

EXPORT int sem_trywait(sem_t *semaphore) {
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("tries_semaphore", semaphore));
  return real.sem_trywait(semaphore);
}

EXPORT int sem_post(sem_t *semaphore) {
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("posts_semaphore", semaphore));
  int error = real.sem_post(semaphore);
  return after_release(me, error, AT_CALLER("has_posted_semaphore", semaphore));
}
