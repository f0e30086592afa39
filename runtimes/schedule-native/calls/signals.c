/*
 * Signals. Crashes come from the program itself, at the same step each time, and are logged. Other signals come from
 * outside at any time, and are reported as uncontrolled.
 */
#include "../runtime.h"
#include <stdio.h>
#include <ucontext.h>
#include <unistd.h>

static const struct { int number; const char *name; } crash_signals[] = {
  { SIGSEGV, "SIGSEGV" }, { SIGBUS, "SIGBUS" }, { SIGFPE, "SIGFPE" }, { SIGILL, "SIGILL" }, { SIGABRT, "SIGABRT" },
  { SIGTRAP, "SIGTRAP" }, { SIGSYS, "SIGSYS" },
};
enum { CRASH_SIGNAL_COUNT = sizeof crash_signals / sizeof *crash_signals };

/* ---- crashes */

static const char *crash_name(int number) {
  for (int i = 0; i < CRASH_SIGNAL_COUNT; i++) {
    if (crash_signals[i].number == number) return crash_signals[i].name;
  }
  return NULL;
}

static const void *crash_address(const ucontext_t *context) {
#ifdef __x86_64__
  return (const void *)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  return (const void *)context->uc_mcontext.pc;
#else
  (void)context;
  return NULL;
#endif
}

/* Logs where the running lane was, as a step of its own, and lets the signal do what it would have done. */
static void handle_crash(int number, siginfo_t *info, void *context) {
  (void)info;
  char how[32];
  snprintf(how, sizeof how, "signal %s", crash_name(number));
  real.sigaction(number, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
  struct lane *me = current_lane;
  if (active && me) {
    me->in_runtime = 1;
    steps_left--;
    update_step_counts(me);
    me->place = (struct code_place){ .pc = crash_address(context), .action = "crashes" };
    locate_in_program(me);
    log_run(me);
    log_end(how);
    active = 0;
  }
  raise(number);
}

static const struct sigaction crash_action = { .sa_sigaction = handle_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK };

void install_crash_handlers(void) {
  for (int i = 0; i < CRASH_SIGNAL_COUNT; i++) {
    struct sigaction now;
    if (real.sigaction(crash_signals[i].number, NULL, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    real.sigaction(crash_signals[i].number, &crash_action, NULL);
  }
}

/* ---- handlers of the program */

static void report_handler(int number, sighandler_t handler) {
  if (handler != SIG_DFL && handler != SIG_IGN && !crash_name(number)) report_uncontrolled("signal");
}

/*
 * The program must not see our handler. Where it sets the default, as Rust does in its own handler, ours is the
 * default.
 */
EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  resolve_real_functions();
  if (action) report_handler(number, action->sa_handler);
  int is_default = active && action && action->sa_handler == SIG_DFL && crash_name(number);
  int error = real.sigaction(number, is_default ? &crash_action : action, old);
  if (!error && old && old->sa_sigaction == handle_crash) *old = (struct sigaction){ .sa_handler = SIG_DFL };
  return error;
}

EXPORT sighandler_t signal(int number, sighandler_t handler) {
  resolve_real_functions();
  report_handler(number, handler);
  sighandler_t old = real.signal(number, handler);
  if (active && handler == SIG_DFL && crash_name(number)) real.sigaction(number, &crash_action, NULL);
  return old == (sighandler_t)(void *)handle_crash ? SIG_DFL : old;
}

/* ---- waiting for signals, and sending them */

/* Other lanes do not see what is pending for this one alone. */
static void wait_for_signal(struct lane *me, struct code_place place, const sigset_t *set) {
  report_uncontrolled("signal");
  sigpending(&me->sent_signals);
  wait_at_yield_point(me, place, (struct wait_condition){ .kind = WAIT_SIGNAL, .object = (void *)set });
}

EXPORT int sigwait(const sigset_t *set, int *number) {
  struct lane *me = controlled_lane();
  if (me) wait_for_signal(me, AT_CALLER("waits_for_a_signal"), set);
  return real.sigwait(set, number);
}

EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info) {
  DECLARE_ORIGINAL(int, sigwaitinfo, const sigset_t *, siginfo_t *);
  struct lane *me = controlled_lane();
  if (me) wait_for_signal(me, AT_CALLER("waits_for_a_signal"), set);
  return original(set, info);
}

EXPORT int pthread_kill(pthread_t thread, int number) {
  DECLARE_ORIGINAL(int, pthread_kill, pthread_t, int);
  struct lane *me = controlled_lane();
  struct lane *other = me ? find_lane(thread) : NULL;
  if (!other) return original(thread, number);
  reach_yield_point(me, AT_CALLER("sends_a_signal", .lane = other));
  int error = original(thread, number);
  if (!error && number > 0 && other->wait.kind == WAIT_SIGNAL) sigaddset(&other->sent_signals, number);
  if (!error) notify_others_may_run();
  return error;
}

/* SIGKILL cannot be handled: the position is logged before it is sent. */
EXPORT int kill(pid_t process, int number) {
  DECLARE_ORIGINAL(int, kill, pid_t, int);
  struct lane *me = controlled_lane();
  if (!me) return original(process, number);
  reach_yield_point(me, AT_CALLER("sends_a_signal"));
  int kills_us = number == SIGKILL && (process == getpid() || process == 0 || process == -1);
  if (kills_us) log_position(me);
  return original(process, number);
}
