#include <stdlib.h>
#include <string.h>
#include "check.h"

#define THREADS 6
#define WORDS 1000

/* A text of many different words, each of them once. */
static char *long_text(void)
{
    char *text = calloc(WORDS, 9), *at = text;
    for (int i = 0; i < WORDS; i++) {
        *at++ = 'a' + (char)(i % 26);
        *at++ = 'a' + (char)(i / 26 % 26);
        *at++ = 'a' + (char)(i / 676);
        memcpy(at, "ness ", 5);
        at += 5;
    }
    return text;
}

int main(void)
{
    struct table table;
    const char *two[] = {"the boat and the rope", "The sail."};
    table_init(&table);
    tally(&table, two, 2);
    check("the", 3, table_get(&table, "the"));
    check("sail", 1, table_get(&table, "sail"));
    table_free(&table);

    char *text = long_text();
    const char *texts[THREADS];
    for (int i = 0; i < THREADS; i++) texts[i] = text;
    table_init(&table);
    tally(&table, texts, THREADS);
    long sum = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *entry = table.buckets[i]; entry; entry = entry->next) sum += entry->count;
    check("every word is counted", (long)THREADS * WORDS, sum);
    check("every word is in the table once", WORDS, table.size);
    table_free(&table);
    free(text);
    return failures != 0;
}
