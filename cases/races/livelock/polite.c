// Two people in a corridor: each steps aside when the other one stands in the way, and tries again. If both always do so at
// the same time, it never ends.
#include <pthread.h>
#include <stdio.h>

struct person {
  const char *name;
  volatile int wants;
  struct person *other;
  int steps_aside;
};

static void pass(struct person *me) {
  me->wants = 1;
  while (me->other->wants) { // HERE
    me->wants = 0; // HERE
    me->steps_aside++; // HERE
    me->wants = 1; // HERE
  }
  me->wants = 0;
}

static void *walk(void *person) {
  pass(person);
  return NULL;
}

int main(void) {
  struct person ann = { .name = "Ann" }, ben = { .name = "Ben" };
  pthread_t threads[2];
  ann.other = &ben;
  ben.other = &ann;
  pthread_create(&threads[0], NULL, walk, &ann);
  pthread_create(&threads[1], NULL, walk, &ben);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%s %d, %s %d\n", ann.name, ann.steps_aside, ben.name, ben.steps_aside);
  return 0;
}
