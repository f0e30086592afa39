// A spooler says that it is done when the last page was taken from the queue, not when it was printed.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { PAGES = 6 };

struct spooler {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  const char *pages[PAGES];
  int first, count, closed, done;
  char paper[256];
};

static void spool(struct spooler *spooler, const char *page) {
  pthread_mutex_lock(&spooler->lock);
  spooler->pages[(spooler->first + spooler->count++) % PAGES] = page;
  pthread_cond_broadcast(&spooler->changed);
  pthread_mutex_unlock(&spooler->lock);
}

static void close_queue(struct spooler *spooler) {
  pthread_mutex_lock(&spooler->lock);
  spooler->closed = 1;
  if (spooler->count == 0) spooler->done = 1;
  pthread_cond_broadcast(&spooler->changed);
  pthread_mutex_unlock(&spooler->lock);
}

static const char *take(struct spooler *spooler) {
  const char *page = NULL;
  pthread_mutex_lock(&spooler->lock);
  while (spooler->count == 0 && !spooler->closed) pthread_cond_wait(&spooler->changed, &spooler->lock);
  if (spooler->count > 0) {
    page = spooler->pages[spooler->first];
    spooler->first = (spooler->first + 1) % PAGES;
    spooler->count--;
  }
  if (spooler->count == 0 && spooler->closed) {
    spooler->done = 1;
    pthread_cond_broadcast(&spooler->changed);
  }
  pthread_mutex_unlock(&spooler->lock); // HERE
  return page;                          // HERE
}

static void print_page(struct spooler *spooler, const char *page) { // HERE
  size_t length = strlen(spooler->paper);                            // HERE
  snprintf(spooler->paper + length, sizeof spooler->paper - length, "[%s]", page); // HERE
}

static void *print_all(void *argument) {
  struct spooler *spooler = argument;
  for (const char *page; (page = take(spooler));) print_page(spooler, page); // HERE
  return NULL;
}

static void await_done(struct spooler *spooler) {
  pthread_mutex_lock(&spooler->lock);
  while (!spooler->done) pthread_cond_wait(&spooler->changed, &spooler->lock);
  pthread_mutex_unlock(&spooler->lock);
}

int main(void) {
  static struct spooler spooler = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
  pthread_t printer;
  pthread_create(&printer, NULL, print_all, &spooler);
  spool(&spooler, "cover");
  spool(&spooler, "text");
  spool(&spooler, "index");
  close_queue(&spooler);
  await_done(&spooler);
  int is_complete = strcmp(spooler.paper, "[cover][text][index]") == 0;
  puts(spooler.paper);
  pthread_join(printer, NULL);
  return is_complete ? 0 : 1;
}
