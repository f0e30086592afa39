// A server gives its cache a moment to fill, and then takes it as filled.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

struct cache {
  int squares[64];
  int is_filled;
};

static void *fill(void *argument) {
  struct cache *cache = argument; // HERE
  for (int i = 0; i < 64; i++) cache->squares[i] = i * i; // HERE
  cache->is_filled = 1; // HERE
  return NULL;
}

static int look_up(const struct cache *cache, int number) {
  return cache->is_filled ? cache->squares[number] : -1;
}

int main(void) {
  struct cache cache = { .is_filled = 0 };
  pthread_t filler;
  pthread_create(&filler, NULL, fill, &cache);
  usleep(100000); // HERE
  int square = look_up(&cache, 7);
  pthread_join(filler, NULL);
  printf("%d\n", square);
  return square == 49 ? 0 : 1;
}
