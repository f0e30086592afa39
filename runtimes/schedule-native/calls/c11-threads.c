/*
 * The threads of C11. glibc implements them without calls that can be interposed, so they are redirected to the pthread
 * functions.
 */
#include "../runtime.h"
#include <errno.h>
#include <sched.h>
#include <threads.h>

static int c11_result(int error) {
  switch (error) {
    case 0: return thrd_success;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    case EBUSY: return thrd_busy;
    default: return thrd_error;
  }
}

/* As in glibc, the int that a thread returns is the lower half of a pointer. */
EXPORT int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument) {
  return c11_result(pthread_create(thread, NULL, (void *(*)(void *))(void *)routine, argument));
}
EXPORT int thrd_join(thrd_t thread, int *result) {
  void *returned = NULL;
  int error = pthread_join(thread, &returned);
  if (!error && result) *result = (int)(intptr_t)returned;
  return c11_result(error);
}
EXPORT int thrd_detach(thrd_t thread) { return c11_result(pthread_detach(thread)); }
EXPORT void thrd_yield(void) { sched_yield(); }
EXPORT int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
  return nanosleep(duration, remaining) == 0 ? 0 : -1;
}

EXPORT int mtx_lock(mtx_t *mutex) { return c11_result(pthread_mutex_lock((pthread_mutex_t *)mutex)); }
EXPORT int mtx_trylock(mtx_t *mutex) { return c11_result(pthread_mutex_trylock((pthread_mutex_t *)mutex)); }
EXPORT int mtx_unlock(mtx_t *mutex) { return c11_result(pthread_mutex_unlock((pthread_mutex_t *)mutex)); }
EXPORT int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict abstime) {
  return c11_result(pthread_mutex_timedlock((pthread_mutex_t *)mutex, abstime));
}

EXPORT int cnd_wait(cnd_t *cond, mtx_t *mutex) {
  return c11_result(pthread_cond_wait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex));
}
EXPORT int cnd_timedwait(cnd_t *restrict cond, mtx_t *restrict mutex, const struct timespec *restrict abstime) {
  return c11_result(pthread_cond_timedwait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex, abstime));
}
EXPORT int cnd_signal(cnd_t *cond) { return c11_result(pthread_cond_signal((pthread_cond_t *)cond)); }
EXPORT int cnd_broadcast(cnd_t *cond) { return c11_result(pthread_cond_broadcast((pthread_cond_t *)cond)); }
EXPORT void call_once(once_flag *flag, void (*routine)(void)) { pthread_once((pthread_once_t *)flag, routine); }
