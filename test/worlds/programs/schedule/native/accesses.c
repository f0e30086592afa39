// One action per line: the comment after ": " is how the line has to be described.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct point { int x, y; };
static struct pool { struct point corners[2][3]; pthread_mutex_t lock; union { int number; float share; } as; } pool;
static struct { volatile unsigned low : 3, high : 5; } bits;
static volatile long counter;
static volatile char table[8];
long _Atomic hits;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static sem_t tickets;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {}

static void *nothing(void *given) {
  return given;
}

static void *work(void *given) {
  static volatile int calls;
  pthread_t thread;
  calls = 1; // : writes calls
  counter = 1; // : writes counter
  table[5] = 1; // : writes table[5]
  pool.corners[1][2].y = 4; // : writes pool.corners[1][2].y
  pool.as.number = 4; // : writes pool.as
  bits.high = 2; // : writes bits
  *(volatile int *)given = 3; // : writes
  pthread_mutex_lock(&pool.lock); // : locks mutex pool.lock
  pthread_mutex_trylock(&queue_lock); // : tries to lock mutex queue_lock
  pthread_cond_signal(&ready); // : signals condition ready
  pthread_cond_timedwait(&ready, &queue_lock, &(struct timespec){ 1, 0 }); // : waits for condition ready
  pthread_mutex_unlock(&pool.lock); // : unlocks mutex pool.lock
  pthread_rwlock_rdlock(&guard); // : read-locks guard
  sem_post(&tickets); // : posts semaphore tickets
  sem_wait(&tickets); // : waits for semaphore tickets
  pthread_once(&once, make); // : initialises once once
  hits++; // : updates hits
  pthread_create(&thread, 0, nothing, 0); // : creates a thread
  pthread_join(thread, 0); // : joins 1.1.1
  return calls ? given : 0; // : reads calls
}

int main(void) {
  pthread_t thread;
  int *memory = malloc(sizeof *memory);
  pthread_mutex_init(&pool.lock, 0);
  sem_init(&tickets, 0, 0);
  pthread_create(&thread, 0, work, memory);
  pthread_join(thread, 0);
  return 0;
}
