// How often each word occurs, counted by several threads. The table is locked while a word is looked up or entered; the
// entry that comes back is counted up after that.
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 64, WORKERS = 3, LONGEST = 24 };

struct entry {
  char word[LONGEST];
  int count;
  struct entry *next;
};

static struct entry *table[BUCKETS];
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;

static const char *const chapters[WORKERS] = {
  "the quick brown fox jumps over the lazy dog and the dog sleeps on",
  "every dog has its day but the fox has the night and the hens",
  "so the farmer bought a new lock for the old door of the barn",
};

static unsigned bucket_of(const char *word) {
  unsigned hash = 5381;
  while (*word) hash = 33 * hash + (unsigned char)*word++;
  return hash % BUCKETS;
}

static struct entry *find(const char *word) {
  struct entry *entry = table[bucket_of(word)];
  while (entry && strcmp(entry->word, word) != 0) entry = entry->next;
  return entry;
}

static struct entry *enter(const char *word) {
  struct entry *entry = calloc(1, sizeof *entry);
  unsigned bucket = bucket_of(word);
  snprintf(entry->word, sizeof entry->word, "%s", word);
  entry->next = table[bucket];
  table[bucket] = entry;
  return entry;
}

static struct entry *find_or_enter(const char *word) {
  pthread_mutex_lock(&table_lock);
  struct entry *entry = find(word);
  if (!entry) entry = enter(word);
  pthread_mutex_unlock(&table_lock);
  return entry;
}

static int next_word(const char **at, char *word) {
  int length = 0;
  while (**at && !isalpha((unsigned char)**at)) (*at)++;
  for (; isalpha((unsigned char)**at) && length + 1 < LONGEST; (*at)++) word[length++] = **at;
  word[length] = 0;
  return length;
}

static void *count_words(void *chapter) {
  const char *at = chapter;
  char word[LONGEST];
  while (next_word(&at, word) > 0) {
    struct entry *entry = find_or_enter(word);
    entry->count++; // HERE
  }
  return NULL;
}

static int total(void) {
  int sum = 0;
  for (int i = 0; i < BUCKETS; i++) {
    for (struct entry *entry = table[i]; entry; entry = entry->next) sum += entry->count;
  }
  return sum;
}

static int words_in(const char *text) {
  char word[LONGEST];
  int count = 0;
  while (next_word(&text, word) > 0) count++;
  return count;
}

int main(void) {
  pthread_t workers[WORKERS];
  int expected = 0;
  for (int i = 0; i < WORKERS; i++) expected += words_in(chapters[i]);
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, count_words, (void *)chapters[i]);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
  printf("%d of %d words\n", total(), expected);
  return total() == expected ? 0 : 1;
}
