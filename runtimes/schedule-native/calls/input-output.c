/* Input and output. A lane that would block lets the others run. */
#include "../runtime.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Not for standard input and output, which lead out of the program: how fast the other end is must not decide who
 * runs.
 */
static int may_block(int fd) {
  struct stat file;
  int flags = fd > 2 ? fcntl(fd, F_GETFL) : -1;
  if (flags < 0 || flags & O_NONBLOCK || fstat(fd, &file) != 0) return 0;
  return !S_ISREG(file.st_mode) && !S_ISDIR(file.st_mode) && !S_ISBLK(file.st_mode);
}

static void wait_until_ready(struct lane *me, struct code_place place, int fd, short events) {
  if (!may_block(fd)) {
    reach_yield_point(me, place);
    return;
  }
  struct pollfd wanted = { .fd = fd, .events = events };
  struct wait_condition wait = { .kind = WAIT_POLL, .object = me, .fds = &wanted, .fd_count = 1 };
  wait_at_yield_point(me, place, wait);
  exit_if_cancelled(me);
}

void wait_for_outside_input(void) {
  enum { MAX_FDS = 1024 };
  struct pollfd all[MAX_FDS];
  nfds_t count = 0;
  int milliseconds = -1;
  report_uncontrolled("input");
  for (int i = 0; i < live_lane_count; i++) {
    const struct wait_condition *wait = &live_lanes[i]->wait;
    if (wait->kind == WAIT_SIGNAL) milliseconds = 1; /* poll does not notice signals that are blocked */
    if (wait->kind != WAIT_POLL) continue;
    for (nfds_t k = 0; k < wait->fd_count && count < MAX_FDS; k++) all[count++] = wait->fds[k];
  }
  real.poll(all, count, milliseconds);
}

#define BLOCKING_CALL(result, name, parameters, arguments, events, ...) \
  EXPORT result name parameters { \
    DECLARE_ORIGINAL(result, name, __VA_ARGS__); \
    struct lane *me = controlled_lane(); \
    if (me) wait_until_ready(me, AT_CALLER((events) == POLLIN ? "receives" : "sends"), fd, events); \
    return original arguments; \
  }
BLOCKING_CALL(ssize_t, read, (int fd, void *into, size_t size), (fd, into, size), POLLIN, int, void *, size_t)
BLOCKING_CALL(ssize_t, recv, (int fd, void *into, size_t size, int flags), (fd, into, size, flags), POLLIN,
              int, void *, size_t, int)
BLOCKING_CALL(ssize_t, recvfrom, (int fd, void *into, size_t size, int flags, struct sockaddr *from, socklen_t *length),
              (fd, into, size, flags, from, length), POLLIN,
              int, void *, size_t, int, struct sockaddr *, socklen_t *)
BLOCKING_CALL(ssize_t, recvmsg, (int fd, struct msghdr *into, int flags), (fd, into, flags), POLLIN,
              int, struct msghdr *, int)
BLOCKING_CALL(ssize_t, readv, (int fd, const struct iovec *into, int count), (fd, into, count), POLLIN,
              int, const struct iovec *, int)
BLOCKING_CALL(int, accept, (int fd, struct sockaddr *from, socklen_t *length), (fd, from, length), POLLIN,
              int, struct sockaddr *, socklen_t *)
BLOCKING_CALL(int, accept4, (int fd, struct sockaddr *from, socklen_t *length, int flags), (fd, from, length, flags),
              POLLIN, int, struct sockaddr *, socklen_t *, int)
BLOCKING_CALL(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags), POLLOUT,
              int, const struct msghdr *, int)

/* A pipe that is ready takes PIPE_BUF bytes without blocking, but not more. */
EXPORT ssize_t write(int fd, const void *from, size_t size) {
  struct lane *me = controlled_lane();
  if (!me) return real.write(fd, from, size);
  if (!may_block(fd)) {
    reach_yield_point(me, AT_CALLER("sends"));
    return real.write(fd, from, size);
  }
  size_t done = 0;
  do {
    wait_until_ready(me, AT_CALLER("sends"), fd, POLLOUT);
    size_t part = size - done < PIPE_BUF ? size - done : PIPE_BUF;
    ssize_t written = real.write(fd, (const char *)from + done, part);
    if (written < 0) return done ? (ssize_t)done : -1;
    done += written;
  } while (done < size);
  return (ssize_t)done;
}

EXPORT ssize_t send(int fd, const void *from, size_t size, int flags) {
  DECLARE_ORIGINAL(ssize_t, send, int, const void *, size_t, int);
  struct lane *me = controlled_lane();
  if (!me || flags & MSG_DONTWAIT || !may_block(fd)) {
    if (me) reach_yield_point(me, AT_CALLER("sends"));
    return original(fd, from, size, flags);
  }
  size_t done = 0;
  do {
    wait_until_ready(me, AT_CALLER("sends"), fd, POLLOUT);
    ssize_t sent = original(fd, (const char *)from + done, size - done, flags | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN) return done ? (ssize_t)done : -1;
    if (sent > 0) done += sent;
  } while (done < size);
  return (ssize_t)done;
}

EXPORT int connect(int fd, const struct sockaddr *to, socklen_t length) {
  DECLARE_ORIGINAL(int, connect, int, const struct sockaddr *, socklen_t);
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("connects"));
  return original(fd, to, length);
}

static int wait_for_poll(struct lane *me, struct code_place place, struct wait_condition wait) {
  wait.kind = WAIT_POLL;
  wait.object = me;
  wait_at_yield_point(me, place, wait);
  exit_if_cancelled(me);
  return real.poll(wait.fds, wait.fd_count, 0);
}

EXPORT int poll(struct pollfd *fds, nfds_t count, int milliseconds) {
  struct lane *me = controlled_lane();
  if (!me) return real.poll(fds, count, milliseconds);
  int64_t deadline = milliseconds < 0 ? NEVER : deadline_after(milliseconds * (int64_t)1000000);
  struct wait_condition wait = { .fds = fds, .fd_count = count, .deadline = deadline };
  if (milliseconds != 0) return wait_for_poll(me, AT_CALLER("waits_for_input"), wait);
  reach_yield_point(me, AT_CALLER("looks_for_input"));
  return real.poll(fds, count, 0);
}

EXPORT int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask) {
  DECLARE_ORIGINAL(int, ppoll, struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
  struct lane *me = controlled_lane();
  if (!me) return original(fds, count, time, mask);
  int64_t deadline = time ? deadline_after(to_nanoseconds(time)) : NEVER;
  struct wait_condition wait = { .fds = fds, .fd_count = count, .deadline = deadline };
  return wait_for_poll(me, AT_CALLER("waits_for_input"), wait);
}

static nfds_t list_polled(struct pollfd *into, int count, fd_set *read, fd_set *write, fd_set *except) {
  nfds_t used = 0;
  for (int fd = 0; fd < count && fd < FD_SETSIZE; fd++) {
    short events = (read && FD_ISSET(fd, read) ? POLLIN : 0) | (write && FD_ISSET(fd, write) ? POLLOUT : 0) |
                   (except && FD_ISSET(fd, except) ? POLLPRI : 0);
    if (events) into[used++] = (struct pollfd){ .fd = fd, .events = events };
  }
  return used;
}

EXPORT int select(int count, fd_set *read, fd_set *write, fd_set *except, struct timeval *time) {
  DECLARE_ORIGINAL(int, select, int, fd_set *, fd_set *, fd_set *, struct timeval *);
  struct lane *me = controlled_lane();
  if (!me) return original(count, read, write, except, time);
  struct pollfd fds[FD_SETSIZE];
  int64_t duration = time ? time->tv_sec * (int64_t)1000000000 + time->tv_usec * (int64_t)1000 : 0;
  struct wait_condition wait = {
    .fds = fds,
    .fd_count = list_polled(fds, count, read, write, except),
    .deadline = time ? deadline_after(duration) : NEVER,
  };
  wait_for_poll(me, AT_CALLER("waits_for_input"), wait);
  return original(count, read, write, except, &(struct timeval){ 0, 0 });
}

/* An epoll file descriptor can itself be polled. */
static void wait_for_epoll(struct lane *me, struct code_place place, int fd, int milliseconds) {
  struct pollfd wanted = { .fd = fd, .events = POLLIN };
  int64_t deadline = milliseconds < 0 ? NEVER : deadline_after(milliseconds * (int64_t)1000000);
  if (milliseconds == 0) reach_yield_point(me, place);
  else wait_for_poll(me, place, (struct wait_condition){ .fds = &wanted, .fd_count = 1, .deadline = deadline });
}

EXPORT int epoll_wait(int fd, struct epoll_event *events, int max, int milliseconds) {
  DECLARE_ORIGINAL(int, epoll_wait, int, struct epoll_event *, int, int);
  struct lane *me = controlled_lane();
  if (me) wait_for_epoll(me, AT_CALLER("waits_for_input"), fd, milliseconds);
  return original(fd, events, max, me ? 0 : milliseconds);
}

EXPORT int epoll_pwait(int fd, struct epoll_event *events, int max, int milliseconds, const sigset_t *mask) {
  DECLARE_ORIGINAL(int, epoll_pwait, int, struct epoll_event *, int, int, const sigset_t *);
  struct lane *me = controlled_lane();
  if (me) wait_for_epoll(me, AT_CALLER("waits_for_input"), fd, milliseconds);
  return original(fd, events, max, me ? 0 : milliseconds, mask);
}
