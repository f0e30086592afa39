// A lock and a queue: who publishes an item holds the catalogue while it waits for room, and who makes room needs the
// catalogue to know where items go.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 2, ITEMS = 5 };

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int items[ROOM], first, count;
};

struct catalogue {
  pthread_mutex_t lock;
  int published[ITEMS], delivered[ITEMS];
};

static struct queue queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { 0 }, 0, 0 };
static struct catalogue catalogue = { PTHREAD_MUTEX_INITIALIZER, { 0 }, { 0 } };

static void put(int item) {
  pthread_mutex_lock(&queue.lock);
  while (queue.count == ROOM) pthread_cond_wait(&queue.changed, &queue.lock); // HERE
  queue.items[(queue.first + queue.count++) % ROOM] = item;
  pthread_cond_broadcast(&queue.changed);
  pthread_mutex_unlock(&queue.lock);
}

static int take(void) {
  pthread_mutex_lock(&queue.lock);
  while (queue.count == 0) pthread_cond_wait(&queue.changed, &queue.lock);
  int item = queue.items[queue.first];
  queue.first = (queue.first + 1) % ROOM;
  queue.count--;
  pthread_cond_broadcast(&queue.changed);
  pthread_mutex_unlock(&queue.lock);
  return item;
}

static void *publish(void *nothing) {
  for (int item = 0; item < ITEMS; item++) {
    pthread_mutex_lock(&catalogue.lock);
    catalogue.published[item] = 1;
    put(item); // HERE
    pthread_mutex_unlock(&catalogue.lock);
  }
  return nothing;
}

static void *deliver(void *nothing) {
  for (int i = 0; i < ITEMS; i++) {
    int item = take();
    pthread_mutex_lock(&catalogue.lock); // HERE
    catalogue.delivered[item] = catalogue.published[item];
    pthread_mutex_unlock(&catalogue.lock);
  }
  return nothing;
}

int main(void) {
  pthread_t publisher, deliverer;
  int delivered = 0;
  pthread_create(&deliverer, NULL, deliver, NULL);
  pthread_create(&publisher, NULL, publish, NULL);
  pthread_join(publisher, NULL);
  pthread_join(deliverer, NULL);
  for (int i = 0; i < ITEMS; i++) delivered += catalogue.delivered[i];
  printf("%d delivered\n", delivered);
  return delivered == ITEMS ? 0 : 1;
}
