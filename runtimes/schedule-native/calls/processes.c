/* Other processes. Children run uncontrolled; a lane waits for one only when no other lane can run. */
#include "../runtime.h"
#include <sched.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

EXPORT pid_t fork(void) {
  struct lane *me = controlled_lane();
  if (!me) return real.fork();
  report_uncontrolled("fork");
  reach_yield_point(me, AT_CALLER("forks"));
  me->in_runtime = 1;
  pid_t child = real.fork();
  me->in_runtime = 0;
  if (child == 0) {
    release_control();
    close_log();
  }
  return child;
}

/* As fork: in a child that shares our memory, control could not be released. */
EXPORT pid_t vfork(void) { return fork(); }

EXPORT int system(const char *command) {
  if (controlled_lane()) report_uncontrolled("child process");
  return real.system(command);
}

EXPORT FILE *popen(const char *command, const char *mode) {
  DECLARE_ORIGINAL(FILE *, popen, const char *, const char *);
  if (controlled_lane()) report_uncontrolled("child process");
  return original(command, mode);
}

#define SPAWN(name) \
  EXPORT int name(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions, \
                  const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) { \
    DECLARE_ORIGINAL(int, name, pid_t *, const char *, const posix_spawn_file_actions_t *, \
                     const posix_spawnattr_t *, char *const *, char *const *); \
    if (controlled_lane()) report_uncontrolled("child process"); \
    return original(child, file, actions, attributes, arguments, environment); \
  }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

/* Creates threads without pthread_create, or processes without fork. */
EXPORT int clone(int (*routine)(void *), void *stack, int flags, void *argument, ...) {
  DECLARE_ORIGINAL(int, clone, int (*)(void *), void *, int, void *, ...);
  va_list more;
  va_start(more, argument);
  pid_t *parent = va_arg(more, pid_t *);
  void *tls = va_arg(more, void *);
  pid_t *child = va_arg(more, pid_t *);
  va_end(more);
  if (controlled_lane()) report_uncontrolled(flags & CLONE_THREAD ? "thread" : "child process");
  return original(routine, stack, flags, argument, parent, tls, child);
}

/* ---- waiting for child processes */

static void let_others_run(struct lane *me, struct code_place place) {
  report_uncontrolled("child process");
  wait_at_yield_point(me, place, (struct wait_condition){ .kind = WAIT_SLEEP, .deadline = deadline_after(0) });
}

#define WAIT(name, parameters, arguments, ...) \
  EXPORT pid_t name parameters { \
    DECLARE_ORIGINAL(pid_t, name, __VA_ARGS__); \
    struct lane *me = controlled_lane(); \
    if (me) let_others_run(me, AT_CALLER("waits_for_a_child_process")); \
    return original arguments; \
  }
WAIT(wait, (int *status), (status), int *)
WAIT(waitpid, (pid_t child, int *status, int options), (child, status, options), pid_t, int *, int)
WAIT(wait3, (int *status, int options, struct rusage *used), (status, options, used), int *, int, struct rusage *)
WAIT(wait4, (pid_t child, int *status, int options, struct rusage *used), (child, status, options, used),
     pid_t, int *, int, struct rusage *)

/* ---- exec: the new program runs uncontrolled, and the log ends here */

static void log_exec(struct lane *me, struct code_place place) {
  if (!me) return;
  report_uncontrolled("exec");
  reach_yield_point(me, place);
  log_position(me);
}

#define EXEC(name, parameters, arguments, ...) \
  EXPORT int name parameters { \
    DECLARE_ORIGINAL(int, name, __VA_ARGS__); \
    log_exec(controlled_lane(), AT_CALLER("becomes_another_program")); \
    return original arguments; \
  }
EXEC(execve, (const char *path, char *const words[], char *const environment[]), (path, words, environment),
     const char *, char *const *, char *const *)
EXEC(execvpe, (const char *file, char *const words[], char *const environment[]), (file, words, environment),
     const char *, char *const *, char *const *)
EXEC(execv, (const char *path, char *const words[]), (path, words), const char *, char *const *)
EXEC(execvp, (const char *file, char *const words[]), (file, words), const char *, char *const *)
EXEC(fexecve, (int fd, char *const words[], char *const environment[]), (fd, words, environment),
     int, char *const *, char *const *)

/* The variants that take the words as arguments, up to a NULL; execle takes the environment behind it. */
#define EXEC_LIST(name, call) \
  EXPORT int name(const char *path, const char *first, ...) { \
    va_list words; \
    int count = 1; \
    va_start(words, first); \
    while (va_arg(words, char *)) count++; \
    va_end(words); \
    char *all[count + 1]; \
    va_start(words, first); \
    all[0] = (char *)first; \
    for (int i = 1; i <= count; i++) all[i] = va_arg(words, char *); \
    log_exec(controlled_lane(), AT_CALLER("becomes_another_program")); \
    int error = call; \
    va_end(words); \
    return error; \
  }
EXEC_LIST(execl, execv(path, all))
EXEC_LIST(execlp, execvp(path, all))
EXEC_LIST(execle, execve(path, all, va_arg(words, char *const *)))

/* ---- locks shared with other processes */

EXPORT int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) {
  DECLARE_ORIGINAL(int, pthread_mutexattr_setpshared, pthread_mutexattr_t *, int);
  if (shared == PTHREAD_PROCESS_SHARED) report_uncontrolled("lock shared with other processes");
  return original(attributes, shared);
}

EXPORT int sem_init(sem_t *semaphore, int shared, unsigned value) {
  DECLARE_ORIGINAL(int, sem_init, sem_t *, int, unsigned);
  if (shared) report_uncontrolled("lock shared with other processes");
  return original(semaphore, shared, value);
}
