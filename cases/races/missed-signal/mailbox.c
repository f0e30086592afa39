// A mailbox: whoever waits looks into it without the lock first, "as that is faster", and then waits for the bell.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS = 4 };

struct mailbox {
  pthread_mutex_t lock;
  pthread_cond_t bell;
  char letters[LETTERS][32];
  int count, read;
};

static void post(struct mailbox *box, const char *text) {
  pthread_mutex_lock(&box->lock);
  snprintf(box->letters[box->count], sizeof box->letters[0], "%s", text);
  box->count++;
  pthread_cond_signal(&box->bell);
  pthread_mutex_unlock(&box->lock);
}

static void await_letter(struct mailbox *box) {
  if (box->count > box->read) return; // HERE
  pthread_mutex_lock(&box->lock); // HERE
  pthread_cond_wait(&box->bell, &box->lock); // HERE
  pthread_mutex_unlock(&box->lock);
}

static const char *next_letter(struct mailbox *box) {
  await_letter(box);
  pthread_mutex_lock(&box->lock);
  const char *letter = box->letters[box->read++];
  pthread_mutex_unlock(&box->lock);
  return letter;
}

static void *send_all(void *box) {
  static const char *const texts[LETTERS] = { "dear all", "the roof leaks", "bring a bucket", "bye" };
  for (int i = 0; i < LETTERS; i++) post(box, texts[i]);
  return NULL;
}

int main(void) {
  static struct mailbox box = { .lock = PTHREAD_MUTEX_INITIALIZER, .bell = PTHREAD_COND_INITIALIZER };
  pthread_t sender;
  size_t length = 0;
  pthread_create(&sender, NULL, send_all, &box);
  for (int i = 0; i < LETTERS; i++) length += strlen(next_letter(&box));
  pthread_join(sender, NULL);
  printf("%zu letters of the alphabet\n", length);
  return 0;
}
