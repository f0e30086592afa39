/* Other processes. Children run free; and what is waited for there is waited for last, when no lane can run. */
#include "runtime.h"
#include <sched.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

EXPORT pid_t fork(void) {
  struct lane *me = controlled();
  if (!me) return real.fork();
  uncontrolled("fork");
  arrive(me, HERE("forks"));
  me->inside = 1;
  pid_t child = real.fork();
  me->inside = 0;
  if (child == 0) {
    let_go();
    forget_log();
  }
  return child;
}

/* In a child that shares our memory the runtime could not let go. */
EXPORT pid_t vfork(void) { return fork(); }

EXPORT int system(const char *command) {
  if (controlled()) uncontrolled("child process");
  return real.system(command);
}

EXPORT FILE *popen(const char *command, const char *mode) {
  REAL(FILE *, popen, const char *, const char *);
  if (controlled()) uncontrolled("child process");
  return original(command, mode);
}

#define SPAWN(name) \
  EXPORT int name(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions, \
                  const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) { \
    REAL(int, name, pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *, \
         char *const *); \
    if (controlled()) uncontrolled("child process"); \
    return original(child, file, actions, attributes, arguments, environment); \
  }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

/* What makes threads without pthread_create, or processes without fork. */
EXPORT int clone(int (*routine)(void *), void *stack, int flags, void *argument, ...) {
  REAL(int, clone, int (*)(void *), void *, int, void *, ...);
  va_list more;
  va_start(more, argument);
  pid_t *parent = va_arg(more, pid_t *);
  void *own = va_arg(more, void *);
  pid_t *child = va_arg(more, pid_t *);
  va_end(more);
  if (controlled()) uncontrolled(flags & CLONE_THREAD ? "thread" : "child process");
  return original(routine, stack, flags, argument, parent, own, child);
}

/* ---- waiting for children: after all others have done what they can */

static void let_others_go_on(struct lane *me, struct place at) {
  uncontrolled("child process");
  arrive_wanting(me, at, (struct want){ .kind = SLEEP, .deadline = deadline_in(0) });
}

#define WAIT(name, parameters, arguments, ...) \
  EXPORT pid_t name parameters { \
    REAL(pid_t, name, __VA_ARGS__); \
    struct lane *me = controlled(); \
    if (me) let_others_go_on(me, HERE("waits_for_a_child_process")); \
    return original arguments; \
  }
WAIT(wait, (int *status), (status), int *)
WAIT(waitpid, (pid_t child, int *status, int options), (child, status, options), pid_t, int *, int)
WAIT(wait3, (int *status, int options, struct rusage *used), (status, options, used), int *, int, struct rusage *)
WAIT(wait4, (pid_t child, int *status, int options, struct rusage *used), (child, status, options, used),
     pid_t, int *, int, struct rusage *)

/* ---- another program in place of this one: it runs free, and the log ends here */

static void before_exec(struct lane *me, struct place at) {
  if (!me) return;
  uncontrolled("exec");
  arrive(me, at);
  say_where(me);
}

#define EXEC(name, parameters, arguments, ...) \
  EXPORT int name parameters { \
    REAL(int, name, __VA_ARGS__); \
    before_exec(controlled(), HERE("becomes_another_program")); \
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

/* The words up to a NULL, and what is behind it. */
#define LISTED(name, becomes) \
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
    before_exec(controlled(), HERE("becomes_another_program")); \
    int failed = becomes; \
    va_end(words); \
    return failed; \
  }
LISTED(execl, execv(path, all))
LISTED(execlp, execvp(path, all))
LISTED(execle, execve(path, all, va_arg(words, char *const *)))

/* ---- locks that another process may hold */

EXPORT int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) {
  REAL(int, pthread_mutexattr_setpshared, pthread_mutexattr_t *, int);
  if (shared == PTHREAD_PROCESS_SHARED) uncontrolled("lock shared with other processes");
  return original(attributes, shared);
}

EXPORT int sem_init(sem_t *semaphore, int shared, unsigned value) {
  REAL(int, sem_init, sem_t *, int, unsigned);
  if (shared) uncontrolled("lock shared with other processes");
  return original(semaphore, shared, value);
}
