/* What the runtime does not control: it can only say that it is there. */
#include "runtime.h"
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <unistd.h>

/* Also before control is taken: what is begun there goes on. */
#define SAID(what, result, name, parameters, arguments, ...) \
  EXPORT result name parameters { \
    REAL(result, name, __VA_ARGS__); \
    uncontrolled(what); \
    return original arguments; \
  }
SAID("timer", int, timer_create, (clockid_t clock, struct sigevent *event, timer_t *into), (clock, event, into),
     clockid_t, struct sigevent *, timer_t *)
SAID("timer", int, timerfd_create, (int clock, int flags), (clock, flags), int, int)
SAID("timer", unsigned, alarm, (unsigned seconds), (seconds), unsigned)
SAID("timer", int, setitimer, (__itimer_which_t which, const struct itimerval *next, struct itimerval *old),
     (which, next, old), __itimer_which_t, const struct itimerval *, struct itimerval *)
SAID("signal", int, signalfd, (int fd, const sigset_t *set, int flags), (fd, set, flags), int, const sigset_t *, int)
SAID("file watch", int, inotify_init, (void), (), void)
SAID("file watch", int, inotify_init1, (int flags), (flags), int)
SAID("processor time", int, getrusage, (__rusage_who_t who, struct rusage *into), (who, into), __rusage_who_t, struct rusage *)
SAID("processor time", clock_t, times, (struct tms *into), (into), struct tms *)
SAID("shared memory", int, shm_open, (const char *name, int flags, mode_t mode), (name, flags, mode), const char *, int, mode_t)
SAID("io_uring", int, io_uring_queue_init, (unsigned entries, void *ring, unsigned flags), (entries, ring, flags),
     unsigned, void *, unsigned)
SAID("io_uring", int, io_uring_queue_init_params, (unsigned entries, void *ring, void *parameters),
     (entries, ring, parameters), unsigned, void *, void *)

/* A socket within one machine can be of one program; one of the network leads out of it. */
EXPORT int socket(int family, int type, int protocol) {
  REAL(int, socket, int, int, int);
  if (family == AF_INET || family == AF_INET6) uncontrolled("network");
  return original(family, type, protocol);
}
