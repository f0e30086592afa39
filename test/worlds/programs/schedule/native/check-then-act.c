// The lock is released between the check and the withdrawal.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int enough(int amount) {
  pthread_mutex_lock(&lock);
  int is = balance >= amount;
  pthread_mutex_unlock(&lock); // HERE
  return is; // HERE
}

static void *withdraw(void *nothing) {
  if (!enough(80)) return nothing; // HERE
  pthread_mutex_lock(&lock); // HERE
  balance -= 80;
  pthread_mutex_unlock(&lock);
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, withdraw, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return balance >= 0 ? 0 : 1;
}
