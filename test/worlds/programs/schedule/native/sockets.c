// Threads that exchange data by sockets and pipes, with every waiting call: one that waits must let the others run.
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SIZE = 1 << 20 };
static int sockets[2], ends[2], replies[2];
static char sent[SIZE], got[SIZE];

static void *send_all(void *nothing) {
  memset(sent, 'x', SIZE);
  send(sockets[0], sent, SIZE, 0);
  if (write(ends[1], sent, SIZE) != SIZE) return (void *)1;
  return nothing;
}

static void *receive(void *nothing) {
  long have = 0;
  for (int round = 0; have < SIZE; round++) {
    struct pollfd wanted = { .fd = sockets[1], .events = POLLIN };
    fd_set set;
    FD_ZERO(&set);
    FD_SET(sockets[1], &set);
    if (round % 3 == 0) poll(&wanted, 1, -1);
    if (round % 3 == 1) select(sockets[1] + 1, &set, NULL, NULL, NULL);
    have += recv(sockets[1], got, SIZE, 0);
  }
  if (write(replies[1], "!", 1) != 1) return (void *)1;
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  struct epoll_event event = { .events = EPOLLIN };
  struct pollfd silent;
  void *wrong[2];
  long have = 0;
  char reply;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) || pipe(ends) || pipe(replies)) return 2;
  pthread_create(&threads[0], NULL, send_all, NULL);
  pthread_create(&threads[1], NULL, receive, NULL);
  int epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
  while (have < SIZE) {
    if (epoll_wait(epoll, &event, 1, -1) != 1) return 3;
    have += read(ends[0], got, 5000);
  }
  if (read(replies[0], &reply, 1) != 1) return 4;
  for (int i = 0; i < 2; i++) pthread_join(threads[i], &wrong[i]);
  silent = (struct pollfd){ .fd = replies[0], .events = POLLIN };
  if (poll(&silent, 1, 3600000) != 0) return 5;
  return wrong[0] || wrong[1] ? 6 : 0;
}
