#include <stdlib.h>
#include <string.h>
#include "table.h"

static unsigned hash(const char *word)
{
    unsigned value = 2166136261u;
    for (; *word; word++) value = (value ^ (unsigned char)*word) * 16777619u;
    return value % BUCKETS;
}

static struct entry *find(struct table *table, const char *word)
{
    struct entry *entry = table->buckets[hash(word)];
    while (entry && strcmp(entry->word, word) != 0) entry = entry->next;
    return entry;
}

static struct entry *insert(struct table *table, const char *word)
{
    struct entry *entry = calloc(1, sizeof *entry);
    entry->word = strdup(word);
    entry->next = table->buckets[hash(word)];
    table->buckets[hash(word)] = entry;
    table->size++;
    return entry;
}

void table_init(struct table *table)
{
    memset(table, 0, sizeof *table);
    pthread_mutex_init(&table->lock, NULL);
}

void table_free(struct table *table)
{
    for (int i = 0; i < BUCKETS; i++) {
        for (struct entry *entry = table->buckets[i], *next; entry; entry = next) {
            next = entry->next;
            free(entry->word);
            free(entry);
        }
    }
    pthread_mutex_destroy(&table->lock);
}

void table_count(struct table *table, const char *word)
{
    pthread_mutex_lock(&table->lock);
    struct entry *entry = find(table, word);
    if (!entry) entry = insert(table, word);
    entry->count++;
    pthread_mutex_unlock(&table->lock);
}

long table_get(struct table *table, const char *word)
{
    pthread_mutex_lock(&table->lock);
    struct entry *entry = find(table, word);
    long count = entry ? entry->count : 0;
    pthread_mutex_unlock(&table->lock);
    return count;
}
