/*
 * The program may handle or block signals as it likes, except the one of breakpoints: while that is blocked, a breakpoint ends the
 * process.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

/* Set by lines.c when breakpoints are in use. */
int lines_keep_breakpoints;

static const sigset_t *without_breakpoints(const sigset_t *set, sigset_t *copy) {
  if (set == NULL || !lines_keep_breakpoints) return set;
  *copy = *set;
  sigdelset(copy, SIGTRAP);
  return copy;
}

EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  static int (*real)(int, const sigset_t *, sigset_t *);
  sigset_t copy;
  if (!real) real = dlsym(RTLD_NEXT, "pthread_sigmask");
  return real(how, how == SIG_UNBLOCK ? set : without_breakpoints(set, &copy), old);
}

EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  static int (*real)(int, const sigset_t *, sigset_t *);
  sigset_t copy;
  if (!real) real = dlsym(RTLD_NEXT, "sigprocmask");
  return real(how, how == SIG_UNBLOCK ? set : without_breakpoints(set, &copy), old);
}

EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  static int (*real)(int, const struct sigaction *, struct sigaction *);
  struct sigaction copy;
  if (!real) real = dlsym(RTLD_NEXT, "sigaction");
  if (action != NULL && lines_keep_breakpoints) {
    if (number == SIGTRAP) return 0;
    copy = *action;
    sigdelset(&copy.sa_mask, SIGTRAP);
    action = &copy;
  }
  return real(number, action, old);
}
