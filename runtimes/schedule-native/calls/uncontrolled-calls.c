/* Calls that the runtime does not control. It can only report that the program uses them. */
#include "../runtime.h"
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <unistd.h>

/* Reported before control is taken, too: a timer that was started then still runs. */
#define UNCONTROLLED(what, result, name, parameters, arguments, ...) \
  EXPORT result name parameters { \
    DECLARE_ORIGINAL(result, name, __VA_ARGS__); \
    report_uncontrolled(what); \
    return original arguments; \
  }
UNCONTROLLED("timer", int, timer_create, (clockid_t clock, struct sigevent *event, timer_t *into), (clock, event, into),
             clockid_t, struct sigevent *, timer_t *)
UNCONTROLLED("timer", int, timerfd_create, (int clock, int flags), (clock, flags), int, int)
UNCONTROLLED("timer", unsigned, alarm, (unsigned seconds), (seconds), unsigned)
UNCONTROLLED("timer", int, setitimer, (__itimer_which_t which, const struct itimerval *next, struct itimerval *old),
             (which, next, old), __itimer_which_t, const struct itimerval *, struct itimerval *)
UNCONTROLLED("signal", int, signalfd, (int fd, const sigset_t *set, int flags), (fd, set, flags),
             int, const sigset_t *, int)
UNCONTROLLED("file watch", int, inotify_init, (void), (), void)
UNCONTROLLED("file watch", int, inotify_init1, (int flags), (flags), int)
UNCONTROLLED("processor time", int, getrusage, (__rusage_who_t who, struct rusage *into), (who, into),
             __rusage_who_t, struct rusage *)
UNCONTROLLED("processor time", clock_t, times, (struct tms *into), (into), struct tms *)
UNCONTROLLED("shared memory", int, shm_open, (const char *name, int flags, mode_t mode), (name, flags, mode),
             const char *, int, mode_t)
UNCONTROLLED("io_uring", int, io_uring_queue_init, (unsigned entries, void *ring, unsigned flags),
             (entries, ring, flags), unsigned, void *, unsigned)
UNCONTROLLED("io_uring", int, io_uring_queue_init_params, (unsigned entries, void *ring, void *parameters),
             (entries, ring, parameters), unsigned, void *, void *)

/* A Unix socket may stay within the program; one of the network leads out of it. */
EXPORT int socket(int family, int type, int protocol) {
  DECLARE_ORIGINAL(int, socket, int, int, int);
  if (family == AF_INET || family == AF_INET6) report_uncontrolled("network");
  return original(family, type, protocol);
}
