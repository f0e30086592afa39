/*
 * Mutexes, read-write locks, spinlocks, semaphores. The real object keeps the state: a lane waits until the real "try" will
 * succeed, and then does it.
 */
#include "runtime.h"
#include <errno.h>

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
