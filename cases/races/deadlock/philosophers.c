// Three locks in a ring: each philosopher takes the left fork, then the right one.
#include <pthread.h>
#include <stdio.h>

enum { COUNT = 3, MEALS = 2 };

struct table {
  pthread_mutex_t forks[COUNT];
};

struct philosopher {
  struct table *table;
  int seat, meals;
  double thought;
};

static void think(struct philosopher *philosopher) {
  for (int i = 1; i <= 3; i++) philosopher->thought += 1.0 / (i + philosopher->seat);
}

static void eat(struct philosopher *philosopher) {
  pthread_mutex_t *left = &philosopher->table->forks[philosopher->seat];
  pthread_mutex_t *right = &philosopher->table->forks[(philosopher->seat + 1) % COUNT];
  pthread_mutex_lock(left);
  pthread_mutex_lock(right); // HERE
  philosopher->meals++;
  pthread_mutex_unlock(right);
  pthread_mutex_unlock(left);
}

static void *live(void *philosopher) {
  for (int i = 0; i < MEALS; i++) {
    think(philosopher);
    eat(philosopher);
  }
  return NULL;
}

int main(void) {
  struct table table;
  struct philosopher philosophers[COUNT];
  pthread_t threads[COUNT];
  int meals = 0;
  for (int i = 0; i < COUNT; i++) pthread_mutex_init(&table.forks[i], NULL);
  for (int i = 0; i < COUNT; i++) {
    philosophers[i] = (struct philosopher){ &table, i, 0, 0 };
    pthread_create(&threads[i], NULL, live, &philosophers[i]);
  }
  for (int i = 0; i < COUNT; i++) {
    pthread_join(threads[i], NULL);
    meals += philosophers[i].meals;
  }
  printf("%d meals\n", meals);
  return meals == COUNT * MEALS ? 0 : 1;
}
