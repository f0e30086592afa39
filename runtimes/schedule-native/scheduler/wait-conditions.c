/*
 * Whether a lane can run, which is computed from the real lock, semaphore or file each time and never stored; and
 * waking lanes that wait for another lane.
 */
#include "../runtime.h"

static int mutex_is_free_for(const pthread_mutex_t *mutex, const struct lane *lane);
static int rwlock_is_free(enum wait_kind kind, pthread_rwlock_t *lock);
static int spinlock_is_free(pthread_spinlock_t *lock);
static int semaphore_is_positive(sem_t *semaphore);
static int is_pending(const sigset_t *set, const struct lane *lane);

int can_run(struct lane *lane) {
  const struct wait_condition *wait = &lane->wait;
  int over = wait->timed_out || wait->satisfied;
  switch (wait->kind) {
    case WAIT_NONE: case WAIT_YIELD: return 1;
    case WAIT_MUTEX: return over || mutex_is_free_for(wait->object, lane);
    case WAIT_READ_LOCK: case WAIT_WRITE_LOCK: return over || rwlock_is_free(wait->kind, wait->object);
    case WAIT_SPINLOCK: return spinlock_is_free(wait->object);
    case WAIT_CONDVAR: return (over || lane->cancelled) && mutex_is_free_for(wait->mutex, lane);
    case WAIT_SEMAPHORE: return over || lane->cancelled || semaphore_is_positive(wait->object);
    case WAIT_JOIN: return over || lane->cancelled || wait->lane->ended;
    case WAIT_SLEEP: return over || lane->cancelled;
    case WAIT_POLL: return over || lane->cancelled || real.poll(wait->fds, wait->fd_count, 0) != 0;
    case WAIT_SIGNAL: return is_pending(wait->object, lane);
    case WAIT_BARRIER: case WAIT_ONCE: case WAIT_FUTEX: return over;
    case WAIT_EXIT: return 0;
  }
  return 1;
}

static int mutex_is_free_for(const pthread_mutex_t *mutex, const struct lane *lane) {
  /* The lock word of a robust mutex has flags above the owner's number. */
  if ((mutex->__data.__lock & 0x3fffffff) == 0) return 1;
  int kind = mutex->__data.__kind & 3;
  return (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) && mutex->__data.__owner == lane->tid;
}

static int rwlock_is_free(enum wait_kind kind, pthread_rwlock_t *lock) {
  int reads = kind == WAIT_READ_LOCK;
  if ((reads ? real.pthread_rwlock_tryrdlock(lock) : real.pthread_rwlock_trywrlock(lock)) != 0) return 0;
  real.pthread_rwlock_unlock(lock);
  return 1;
}

static int spinlock_is_free(pthread_spinlock_t *lock) {
  if (real.pthread_spin_trylock(lock) != 0) return 0;
  real.pthread_spin_unlock(lock);
  return 1;
}

static int semaphore_is_positive(sem_t *semaphore) {
  int value = 0;
  return sem_getvalue(semaphore, &value) == 0 ? value > 0 : 1;
}

/* For the whole process, or for this lane alone. */
static int is_pending(const sigset_t *set, const struct lane *lane) {
  sigset_t pending;
  if (sigpending(&pending) != 0) return 1;
  for (int i = 1; i < NSIG; i++) {
    if (sigismember(set, i) != 1) continue;
    if (sigismember(&pending, i) == 1 || sigismember(&lane->sent_signals, i) == 1) return 1;
  }
  return 0;
}

/* ---- waking */

static int waits_for(const struct lane *lane, const struct wait_condition *what) {
  const struct wait_condition *wait = &lane->wait;
  if (wait->kind != what->kind || wait->object != what->object || wait->satisfied || wait->timed_out) return 0;
  return wait->kind != WAIT_FUTEX || wait->futex_bits & what->futex_bits;
}

static struct lane *longest_waiting(const struct wait_condition *what) {
  struct lane *first = NULL;
  for (int i = 0; i < live_lane_count; i++) {
    if (!waits_for(live_lanes[i], what)) continue;
    if (!first || live_lanes[i]->wait.order < first->wait.order) first = live_lanes[i];
  }
  return first;
}

long wake_lanes(struct wait_condition what, uint32_t max) {
  long count = 0;
  for (struct lane *lane; count < max && (lane = longest_waiting(&what)); count++) lane->wait.satisfied = 1;
  notify_others_may_run();
  return count;
}

void wake_all_lanes(struct wait_condition what) {
  for (int i = 0; i < live_lane_count; i++) {
    if (waits_for(live_lanes[i], &what)) live_lanes[i]->wait.satisfied = 1;
  }
  notify_others_may_run();
}

int count_waiting(struct wait_condition what) {
  int count = 0;
  for (int i = 0; i < live_lane_count; i++) count += waits_for(live_lanes[i], &what);
  return count;
}
