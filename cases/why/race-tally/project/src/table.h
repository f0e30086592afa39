/* Counts of words, shared by threads. */
#ifndef TABLE_H
#define TABLE_H

#include <pthread.h>

#define BUCKETS 64

struct entry {
    char *word;
    long count;
    struct entry *next;
};

struct table {
    struct entry *buckets[BUCKETS];
    int size;
    pthread_mutex_t lock;
};

void table_init(struct table *table);
void table_free(struct table *table);

/* Counts a word once more. */
void table_count(struct table *table, const char *word);

/* How often a word was counted. */
long table_get(struct table *table, const char *word);

#endif
