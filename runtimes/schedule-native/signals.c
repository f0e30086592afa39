/* Signals: crashes, which come from the program itself, at the same step each time, and others, which come when they like. */
#include "runtime.h"
#include <stdio.h>
#include <ucontext.h>
#include <unistd.h>

static const struct { int number; const char *name; } crashes[] = {
  { SIGSEGV, "SIGSEGV" }, { SIGBUS, "SIGBUS" }, { SIGFPE, "SIGFPE" }, { SIGILL, "SIGILL" }, { SIGABRT, "SIGABRT" },
  { SIGTRAP, "SIGTRAP" }, { SIGSYS, "SIGSYS" },
};

static const void *fault_address(const ucontext_t *context) {
#ifdef __x86_64__
  return (const void *)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return (const void *)context->uc_mcontext.pc;
#else
  (void)context;
  return NULL;
#endif
}

/* Says where the running lane was, as a step of its own like every end, and lets the signal do what it would have done. */
static void crashed(int number, siginfo_t *info, void *context) {
  (void)info;
  char how[32] = "signal";
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    if (crashes[i].number == number) snprintf(how, sizeof how, "signal %s", crashes[i].name);
  }
  real.sigaction(number, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
  struct lane *me = self;
  if (active && me) {
    me->inside = 1;
    left--;
    settle(me);
    me->at = (struct place){ .pc = fault_address(context), .does = "crashes" };
    locate(me);
    log_run(me);
    log_end(how);
    active = 0;
  }
  raise(number);
}

static const struct sigaction our_handler = { .sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK };

void watch_for_crashes(void) {
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    struct sigaction now;
    if (real.sigaction(crashes[i].number, NULL, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    real.sigaction(crashes[i].number, &our_handler, NULL);
  }
}

static int is_crash(int number) {
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    if (crashes[i].number == number) return 1;
  }
  return 0;
}

static void note_handler(int number, sighandler_t handler) {
  if (handler != SIG_DFL && handler != SIG_IGN && !is_crash(number)) uncontrolled("signal");
}

/* The program must not see our handler; and where it asks for the default (as Rust's does in its own), ours is that. */
EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  wake_up();
  if (action) note_handler(number, action->sa_handler);
  int is_default = active && action && action->sa_handler == SIG_DFL && is_crash(number);
  int failed = real.sigaction(number, is_default ? &our_handler : action, old);
  if (!failed && old && old->sa_sigaction == crashed) *old = (struct sigaction){ .sa_handler = SIG_DFL };
  return failed;
}

EXPORT sighandler_t signal(int number, sighandler_t handler) {
  wake_up();
  note_handler(number, handler);
  sighandler_t old = real.signal(number, handler);
  if (active && handler == SIG_DFL && is_crash(number)) real.sigaction(number, &our_handler, NULL);
  return old == (sighandler_t)(void *)crashed ? SIG_DFL : old;
}

EXPORT int sigwait(const sigset_t *set, int *number) {
  struct lane *me = controlled();
  if (!me) return real.sigwait(set, number);
  uncontrolled("signal");
  arrive_wanting(me, HERE("waits_for_a_signal"), (struct want){ .kind = SIGNAL, .on = (void *)set });
  return real.sigwait(set, number);
}

#define SIGNALS(name, parameters, arguments, ...) \
  EXPORT int name parameters { \
    REAL(int, name, __VA_ARGS__); \
    struct lane *me = controlled(); \
    if (!me) return original arguments; \
    uncontrolled("signal"); \
    arrive_wanting(me, HERE("waits_for_a_signal"), (struct want){ .kind = SIGNAL, .on = (void *)set }); \
    return original arguments; \
  }
SIGNALS(sigwaitinfo, (const sigset_t *set, siginfo_t *info), (set, info), const sigset_t *, siginfo_t *)

/* The one signal that leaves no time to say where the lane was. */
EXPORT int kill(pid_t process, int number) {
  REAL(int, kill, pid_t, int);
  struct lane *me = controlled();
  if (!me) return original(process, number);
  arrive(me, HERE("sends_a_signal"));
  if (number == SIGKILL && (process == getpid() || process == 0 || process == -1)) {
    say_where(me);
  }
  return original(process, number);
}
