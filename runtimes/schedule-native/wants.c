/* What lanes wait for: whether it can be had is asked of the thing itself. */
#include "runtime.h"

static int mutex_is_free_for(const pthread_mutex_t *mutex, const struct lane *lane) {
  /* The word of robust mutexes has flags above the owner's number. */
  if ((mutex->__data.__lock & 0x3fffffff) == 0) return 1;
  int kind = mutex->__data.__kind & 3;
  return (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) && mutex->__data.__owner == lane->tid;
}

static int lock_is_free(enum kind kind, pthread_rwlock_t *lock) {
  int (*try)(pthread_rwlock_t *) = kind == READ_LOCK ? real.pthread_rwlock_tryrdlock : real.pthread_rwlock_trywrlock;
  if (try(lock) != 0) return 0;
  real.pthread_rwlock_unlock(lock);
  return 1;
}

static int spin_is_free(pthread_spinlock_t *lock) {
  if (real.pthread_spin_trylock(lock) != 0) return 0;
  real.pthread_spin_unlock(lock);
  return 1;
}

static int has_value(sem_t *semaphore) {
  int value = 0;
  return sem_getvalue(semaphore, &value) == 0 ? value > 0 : 1;
}

static int signal_pending(const sigset_t *set) {
  sigset_t pending;
  if (sigpending(&pending) != 0) return 1;
  for (int i = 1; i < NSIG; i++) {
    if (sigismember(set, i) == 1 && sigismember(&pending, i) == 1) return 1;
  }
  return 0;
}

int can_run(struct lane *lane) {
  const struct want *want = &lane->want;
  int over = want->timed_out || want->done;
  switch (want->kind) {
    case NOTHING: case YIELD: return 1;
    case MUTEX: return over || mutex_is_free_for(want->on, lane);
    case READ_LOCK: case WRITE_LOCK: return over || lock_is_free(want->kind, want->on);
    case SPIN: return spin_is_free(want->on);
    case COND: return (over || lane->cancelled) && mutex_is_free_for(want->mutex, lane);
    case SEMAPHORE: return over || lane->cancelled || has_value(want->on);
    case JOIN: return over || lane->cancelled || want->lane->ended;
    case SLEEP: return over || lane->cancelled;
    case POLL: return over || lane->cancelled || real.poll(want->fds, want->count, 0) != 0;
    case SIGNAL: return signal_pending(want->on);
    case BARRIER: case ONCE: case FUTEX: return over;
  }
  return 1;
}

