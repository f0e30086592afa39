/* The functions that the program would call without the runtime: libc's, as found behind this library. */
#ifndef CULPRIT_REAL_FUNCTIONS_H
#define CULPRIT_REAL_FUNCTIONS_H
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>

#define REAL_FUNCTIONS(X) \
  X(int, pthread_create, (pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)) \
  X(int, pthread_join, (pthread_t, void **)) X(int, pthread_tryjoin_np, (pthread_t, void **)) \
  X(int, pthread_timedjoin_np, (pthread_t, void **, const struct timespec *)) \
  X(int, pthread_detach, (pthread_t)) X(int, pthread_cancel, (pthread_t)) \
  X(int, pthread_mutex_lock, (pthread_mutex_t *)) X(int, pthread_mutex_trylock, (pthread_mutex_t *)) \
  X(int, pthread_mutex_unlock, (pthread_mutex_t *)) \
  X(int, pthread_mutex_timedlock, (pthread_mutex_t *, const struct timespec *)) \
  X(int, pthread_mutex_clocklock, (pthread_mutex_t *, clockid_t, const struct timespec *)) \
  X(int, pthread_cond_wait, (pthread_cond_t *, pthread_mutex_t *)) \
  X(int, pthread_cond_timedwait, (pthread_cond_t *, pthread_mutex_t *, const struct timespec *)) \
  X(int, pthread_cond_clockwait, (pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *)) \
  X(int, pthread_cond_signal, (pthread_cond_t *)) X(int, pthread_cond_broadcast, (pthread_cond_t *)) \
  X(int, pthread_rwlock_rdlock, (pthread_rwlock_t *)) X(int, pthread_rwlock_wrlock, (pthread_rwlock_t *)) \
  X(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t *)) X(int, pthread_rwlock_trywrlock, (pthread_rwlock_t *)) \
  X(int, pthread_rwlock_timedrdlock, (pthread_rwlock_t *, const struct timespec *)) \
  X(int, pthread_rwlock_timedwrlock, (pthread_rwlock_t *, const struct timespec *)) \
  X(int, pthread_rwlock_unlock, (pthread_rwlock_t *)) \
  X(int, pthread_spin_lock, (pthread_spinlock_t *)) X(int, pthread_spin_trylock, (pthread_spinlock_t *)) \
  X(int, pthread_spin_unlock, (pthread_spinlock_t *)) \
  X(int, pthread_barrier_wait, (pthread_barrier_t *)) X(int, pthread_once, (pthread_once_t *, void (*)(void))) \
  X(int, sem_wait, (sem_t *)) X(int, sem_trywait, (sem_t *)) X(int, sem_post, (sem_t *)) \
  X(int, sem_timedwait, (sem_t *, const struct timespec *)) \
  X(int, sem_clockwait, (sem_t *, clockid_t, const struct timespec *)) \
  X(int, sched_yield, (void)) X(int, usleep, (useconds_t)) X(unsigned, sleep, (unsigned)) \
  X(int, nanosleep, (const struct timespec *, struct timespec *)) \
  X(int, clock_nanosleep, (clockid_t, int, const struct timespec *, struct timespec *)) \
  X(int, clock_gettime, (clockid_t, struct timespec *)) X(int, gettimeofday, (struct timeval *, void *)) \
  X(time_t, time, (time_t *)) \
  X(pid_t, fork, (void)) X(int, system, (const char *)) \
  X(int, sigaction, (int, const struct sigaction *, struct sigaction *)) \
  X(sighandler_t, signal, (int, sighandler_t)) \
  X(int, sigwait, (const sigset_t *, int *)) \
  X(int, poll, (struct pollfd *, nfds_t, int)) X(ssize_t, read, (int, void *, size_t)) \
  X(ssize_t, write, (int, const void *, size_t)) X(ssize_t, getrandom, (void *, size_t, unsigned)) \
  X(long, syscall, (long, ...))

struct timeval;
struct real_functions {
#define X(result, name, arguments) result (*name) arguments;
  REAL_FUNCTIONS(X)
#undef X
};
extern struct real_functions real;
extern int real_functions_resolved;
/* Fills `real`, once. */
void resolve_real_functions(void);

/* For functions that are called too rarely to be in the table. */
void *find_real_function(const char *name);
/* Declares `original` in an interposed function: the real one, looked up at the first call. */
#define DECLARE_ORIGINAL(result, name, ...) \
  static result (*original)(__VA_ARGS__); \
  if (!original) *(void **)&original = find_real_function(#name)
#endif
