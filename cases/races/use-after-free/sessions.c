// Sessions in a table that is locked. Who looks one up gets a pointer into it and uses it without the lock; who throws out
// old ones gives their page back to the system.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST = 4, PAGE = 4096 };

struct session {
  int id, age, visits;
  char user[16];
};

static struct session *sessions[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void begin(int id, const char *user, int age) {
  struct session *session = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  session->id = id;
  session->age = age;
  snprintf(session->user, sizeof session->user, "%s", user);
  pthread_mutex_lock(&lock);
  sessions[id] = session;
  pthread_mutex_unlock(&lock);
}

static struct session *find(int id) {
  pthread_mutex_lock(&lock);
  struct session *session = sessions[id];
  pthread_mutex_unlock(&lock); // HERE
  return session; // HERE
}

static void visit(int id) {
  struct session *session = find(id);
  if (!session) return;   // HERE
  session->visits++;      // HERE
  session->age = 0;       // HERE
}

static void expire(int oldest) {
  for (int id = 0; id < MOST; id++) {
    pthread_mutex_lock(&lock);
    struct session *session = sessions[id];
    if (session && session->age > oldest) {
      sessions[id] = NULL;
      munmap(session, PAGE);
    }
    pthread_mutex_unlock(&lock);
  }
}

static void *serve(void *nothing) {
  for (int id = 0; id < MOST; id++) visit(id);
  return nothing;
}

static void *clean(void *nothing) {
  expire(10);
  return nothing;
}

int main(void) {
  pthread_t server, cleaner;
  begin(0, "ann", 3);
  begin(1, "ben", 60);
  begin(2, "cleo", 20);
  pthread_create(&server, NULL, serve, NULL);
  pthread_create(&cleaner, NULL, clean, NULL);
  pthread_join(server, NULL);
  pthread_join(cleaner, NULL);
  return 0;
}
