// The names of the days are looked up very often, so the lock is taken only if they are not there yet. That they are is
// noted before they are read.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct names {
  char *days[7];
  int count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct names names;
static volatile int is_loaded;

static void load(const char *text) {
  const char *at = text;
  while (*at && names.count < 7) {           // HERE
    size_t length = strcspn(at, ",");        // HERE
    char *day = calloc(length + 1, 1);       // HERE
    memcpy(day, at, length);                 // HERE
    names.days[names.count] = day;           // HERE
    names.count++;                           // HERE
    at += length + (at[length] == ',');      // HERE
  }
}

static const struct names *get_names(void) {
  if (!is_loaded) {
    pthread_mutex_lock(&lock);
    if (!is_loaded) {
      is_loaded = 1;
      load("Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday"); // HERE
    }
    pthread_mutex_unlock(&lock);
  }
  return &names;
}

static void *write_letter(void *letter) {
  const struct names *known = get_names();
  const char *day = known->count == 7 ? known->days[4] : "?";
  snprintf(letter, 32, "see you on %s", day);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  char letters[3][32];
  int wrong = 0;
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, write_letter, letters[i]);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
    wrong += strcmp(letters[i], "see you on Friday") != 0;
  }
  for (int i = 0; i < 7; i++) free(names.days[i]);
  return wrong ? 1 : 0;
}
