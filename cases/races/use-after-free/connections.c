// Connections are counted by who uses them, and the last one to let go frees. The count is not locked, so two may both not
// be the last one, or both be. What is freed is marked, so that its use is seen.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIVE = 0x600d, DEAD = 0xdead, REQUESTS = 3 };

struct connection {
  int state, users;
  char last[32];
};

static struct connection *connection_open(void) {
  struct connection *connection = calloc(1, sizeof *connection);
  connection->state = ALIVE;
  connection->users = 1;
  return connection;
}

static struct connection *acquire(struct connection *connection) {
  int users = connection->users;
  connection->users = users + 1; // HERE
  return connection;
}

/* The memory is kept: only so it is certain what is found in it. */
static void release(struct connection *connection) {
  int users = connection->users;
  connection->users = users - 1; // HERE
  if (users - 1 > 0) return;     // HERE
  memset(connection->last, 0, sizeof connection->last);
  connection->state = DEAD;
}

static void ask(struct connection *connection, int number) {
  if (connection->state != ALIVE) {
    puts("a connection is used that was freed");
    exit(1);
  }
  snprintf(connection->last, sizeof connection->last, "GET /%d", number);
}

static void *client(void *argument) {
  struct connection *shared = argument;
  for (int i = 0; i < REQUESTS; i++) {
    struct connection *mine = acquire(shared);
    ask(mine, i);
    release(mine);
  }
  return NULL;
}

int main(void) {
  struct connection *connection = connection_open();
  pthread_t clients[2];
  for (int i = 0; i < 2; i++) pthread_create(&clients[i], NULL, client, connection);
  for (int i = 0; i < 2; i++) pthread_join(clients[i], NULL);
  ask(connection, REQUESTS);
  release(connection);
  free(connection);
  return 0;
}
