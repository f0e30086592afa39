/* Input and output: a lane that would block in a read lets the others run. */
#include "runtime.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Standard input and output lead out of the program; how fast the other end is must not decide who runs. */
static int may_block(int fd) {
  struct stat is;
  int flags = fd > 2 ? fcntl(fd, F_GETFL) : -1;
  if (flags < 0 || flags & O_NONBLOCK || fstat(fd, &is) != 0) return 0;
  return !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode) && !S_ISBLK(is.st_mode);
}

static void wait_for(struct lane *me, struct place at, int fd, short events) {
  if (!may_block(fd)) {
    arrive(me, at);
    return;
  }
  struct pollfd wanted = { .fd = fd, .events = events };
  arrive_wanting(me, at, (struct want){ .kind = POLL, .on = me, .fds = &wanted, .count = 1 });
  if (me->cancelled) pthread_testcancel();
}

void wait_outside(void) {
  enum { MOST = 1024 };
  struct pollfd all[MOST];
  nfds_t count = 0;
  int milliseconds = -1;
  uncontrolled("input");
  for (int i = 0; i < live_count; i++) {
    const struct want *want = &live[i]->want;
    if (want->kind == SIGNAL) milliseconds = 1;
    if (want->kind != POLL) continue;
    for (nfds_t k = 0; k < want->count && count < MOST; k++) all[count++] = want->fds[k];
  }
  real.poll(all, count, milliseconds);
}

#define INPUT(result, name, parameters, arguments, events, ...) \
  EXPORT result name parameters { \
    REAL(result, name, __VA_ARGS__); \
    struct lane *me = controlled(); \
    if (me) wait_for(me, HERE((events) == POLLIN ? "receives" : "sends"), fd, events); \
    return original arguments; \
  }
INPUT(ssize_t, read, (int fd, void *into, size_t size), (fd, into, size), POLLIN, int, void *, size_t)
INPUT(ssize_t, recv, (int fd, void *into, size_t size, int flags), (fd, into, size, flags), POLLIN, int, void *, size_t, int)
INPUT(ssize_t, recvfrom, (int fd, void *into, size_t size, int flags, struct sockaddr *from, socklen_t *length),
      (fd, into, size, flags, from, length), POLLIN, int, void *, size_t, int, struct sockaddr *, socklen_t *)
INPUT(ssize_t, recvmsg, (int fd, struct msghdr *into, int flags), (fd, into, flags), POLLIN, int, struct msghdr *, int)
INPUT(ssize_t, readv, (int fd, const struct iovec *into, int count), (fd, into, count), POLLIN,
      int, const struct iovec *, int)
INPUT(int, accept, (int fd, struct sockaddr *from, socklen_t *length), (fd, from, length), POLLIN,
      int, struct sockaddr *, socklen_t *)
INPUT(int, accept4, (int fd, struct sockaddr *from, socklen_t *length, int flags), (fd, from, length, flags), POLLIN,
      int, struct sockaddr *, socklen_t *, int)
INPUT(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags), POLLOUT,
      int, const struct msghdr *, int)

/* A pipe that can be written takes PIPE_BUF bytes without blocking, but not more. */
EXPORT ssize_t write(int fd, const void *from, size_t size) {
  struct lane *me = controlled();
  if (!me) return real.write ? real.write(fd, from, size) : (wake_up(), real.write(fd, from, size));
  if (!may_block(fd)) {
    arrive(me, HERE("sends"));
    return real.write(fd, from, size);
  }
  size_t done = 0;
  do {
    wait_for(me, HERE("sends"), fd, POLLOUT);
    size_t part = size - done < PIPE_BUF ? size - done : PIPE_BUF;
    ssize_t written = real.write(fd, (const char *)from + done, part);
    if (written < 0) return done ? (ssize_t)done : -1;
    done += written;
  } while (done < size);
  return (ssize_t)done;
}

EXPORT ssize_t send(int fd, const void *from, size_t size, int flags) {
  REAL(ssize_t, send, int, const void *, size_t, int);
  struct lane *me = controlled();
  if (!me || flags & MSG_DONTWAIT || !may_block(fd)) {
    if (me) arrive(me, HERE("sends"));
    return original(fd, from, size, flags);
  }
  size_t done = 0;
  do {
    wait_for(me, HERE("sends"), fd, POLLOUT);
    ssize_t sent = original(fd, (const char *)from + done, size - done, flags | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN) return done ? (ssize_t)done : -1;
    if (sent > 0) done += sent;
  } while (done < size);
  return (ssize_t)done;
}

EXPORT int connect(int fd, const struct sockaddr *to, socklen_t length) {
  REAL(int, connect, int, const struct sockaddr *, socklen_t);
  struct lane *me = controlled();
  if (me) arrive(me, HERE("connects"));
  return original(fd, to, length);
}

static int poll_for(struct lane *me, struct place at, struct want want) {
  want.kind = POLL;
  want.on = me;
  arrive_wanting(me, at, want);
  if (me->cancelled) pthread_testcancel();
  return real.poll(want.fds, want.count, 0);
}

EXPORT int poll(struct pollfd *fds, nfds_t count, int milliseconds) {
  struct lane *me = controlled();
  if (!me) return real.poll(fds, count, milliseconds);
  int64_t deadline = milliseconds < 0 ? NEVER : deadline_in(milliseconds * (int64_t)1000000);
  struct want want = { .fds = fds, .count = count, .deadline = deadline };
  if (milliseconds != 0) return poll_for(me, HERE("waits_for_input"), want);
  arrive(me, HERE("looks_for_input"));
  return real.poll(fds, count, 0);
}

EXPORT int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask) {
  REAL(int, ppoll, struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
  struct lane *me = controlled();
  if (!me) return original(fds, count, time, mask);
  int64_t deadline = time ? deadline_in(nanoseconds(time)) : NEVER;
  return poll_for(me, HERE("waits_for_input"), (struct want){ .fds = fds, .count = count, .deadline = deadline });
}

static nfds_t to_poll(struct pollfd *into, int count, fd_set *read, fd_set *write, fd_set *except) {
  nfds_t used = 0;
  for (int fd = 0; fd < count && fd < FD_SETSIZE; fd++) {
    short events = (read && FD_ISSET(fd, read) ? POLLIN : 0) | (write && FD_ISSET(fd, write) ? POLLOUT : 0) |
                   (except && FD_ISSET(fd, except) ? POLLPRI : 0);
    if (events) into[used++] = (struct pollfd){ .fd = fd, .events = events };
  }
  return used;
}

EXPORT int select(int count, fd_set *read, fd_set *write, fd_set *except, struct timeval *time) {
  REAL(int, select, int, fd_set *, fd_set *, fd_set *, struct timeval *);
  struct lane *me = controlled();
  if (!me) return original(count, read, write, except, time);
  struct pollfd fds[FD_SETSIZE];
  int64_t wait = time ? time->tv_sec * (int64_t)1000000000 + time->tv_usec * (int64_t)1000 : 0;
  poll_for(me, HERE("waits_for_input"), (struct want){
    .fds = fds, .count = to_poll(fds, count, read, write, except), .deadline = time ? deadline_in(wait) : NEVER });
  return original(count, read, write, except, &(struct timeval){ 0, 0 });
}

/* An epoll is itself something that can be polled. */
static void wait_for_epoll(struct lane *me, struct place at, int fd, int milliseconds) {
  struct pollfd wanted = { .fd = fd, .events = POLLIN };
  int64_t deadline = milliseconds < 0 ? NEVER : deadline_in(milliseconds * (int64_t)1000000);
  if (milliseconds == 0) arrive(me, at);
  else poll_for(me, at, (struct want){ .fds = &wanted, .count = 1, .deadline = deadline });
}

EXPORT int epoll_wait(int fd, struct epoll_event *events, int most, int milliseconds) {
  REAL(int, epoll_wait, int, struct epoll_event *, int, int);
  struct lane *me = controlled();
  if (me) wait_for_epoll(me, HERE("waits_for_input"), fd, milliseconds);
  return original(fd, events, most, me ? 0 : milliseconds);
}

EXPORT int epoll_pwait(int fd, struct epoll_event *events, int most, int milliseconds, const sigset_t *mask) {
  REAL(int, epoll_pwait, int, struct epoll_event *, int, int, const sigset_t *);
  struct lane *me = controlled();
  if (me) wait_for_epoll(me, HERE("waits_for_input"), fd, milliseconds);
  return original(fd, events, most, me ? 0 : milliseconds, mask);
}
