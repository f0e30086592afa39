// 200 threads use every kind of lock, a barrier, a pipe, sleeps and time-outs. All of them have to finish.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { COUNT = 200 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER, never = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static int ends[2], here, begun, sum, timed_out;

static void begin(void) {
  usleep(10);
  begun++;
}

static void time_out(void) {
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  at.tv_sec += 3600;
  pthread_mutex_lock(&mutex);
  while (pthread_cond_timedwait(&never, &mutex, &at) == 0) continue;
  timed_out++;
  pthread_mutex_unlock(&mutex);
}

static void *work(void *given) {
  int number = (int)(long)given;
  pthread_once(&once, begin);
  pthread_barrier_wait(&barrier);
  pthread_mutex_lock(&mutex);
  if (++here == COUNT) pthread_cond_broadcast(&all_here);
  while (here < COUNT) pthread_cond_wait(&all_here, &mutex);
  pthread_mutex_unlock(&mutex);
  sem_wait(&semaphore);
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_rdlock(&rwlock);
  pthread_spin_lock(&spin);
  sum += number;
  pthread_spin_unlock(&spin);
  pthread_rwlock_unlock(&rwlock);
  sem_post(&semaphore);
  if (number % 50 == 0) time_out();
  usleep(1000000 * (number % 3));
  if (write(ends[1], "x", 1) != 1) return (void *)1;
  return NULL;
}

int main(void) {
  pthread_t threads[COUNT];
  char got;
  int bytes = 0;
  pthread_spin_init(&spin, 0);
  pthread_barrier_init(&barrier, NULL, COUNT);
  sem_init(&semaphore, 0, 3);
  if (pipe(ends) != 0) return 2;
  for (long i = 0; i < COUNT; i++) {
    if (pthread_create(&threads[i], NULL, work, (void *)i) != 0) return 3;
  }
  while (bytes < COUNT && read(ends[0], &got, 1) == 1) bytes++;
  for (int i = 0; i < COUNT; i++) pthread_join(threads[i], NULL);
  printf("%d %d %d %d\n", bytes, begun, sum, timed_out);
  return bytes == COUNT && begun == 1 && sum == COUNT * (COUNT - 1) / 2 && timed_out == 4 ? 0 : 1;
}
