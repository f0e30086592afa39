// Spins until another thread sets a flag: at once, after a sleep ("sleep"), or never ("never"). With "yield" the loop
// calls sched_yield; with "ticks" a third thread keeps sleeping and waking.
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

static volatile int flag, go;
static int yields, sleeps, never, ticks;

static void *set(void *nothing) {
  if (sleeps) usleep(3000);
  while (never && !go) continue; // WAITS
  flag = 1;
  return nothing;
}

static void *tick(void *nothing) {
  while (!flag) usleep(1000);
  return nothing;
}

int main(int count, char **arguments) {
  pthread_t thread, other;
  for (int i = 1; i < count; i++) {
    yields |= strcmp(arguments[i], "yield") == 0;
    sleeps |= strcmp(arguments[i], "sleep") == 0;
    never |= strcmp(arguments[i], "never") == 0;
    ticks |= strcmp(arguments[i], "ticks") == 0;
  }
  if (ticks) pthread_create(&other, NULL, tick, NULL);
  pthread_create(&thread, NULL, set, NULL);
  while (!flag) { // SPINS
    if (yields) sched_yield();
  }
  go = 1;
  pthread_join(thread, NULL);
  if (ticks) pthread_join(other, NULL);
  return 0;
}
