#include "tally.h"
#include "words.h"

struct job {
    struct table *table;
    const char *text;
};

static void *count_words(void *argument)
{
    struct job *job = argument;
    char word[MAX_WORD];
    for (const char *at = next_word(job->text, word); at; at = next_word(at, word)) table_count(job->table, word);
    return NULL;
}

void tally(struct table *table, const char *const *texts, int count)
{
    pthread_t threads[MAX_TEXTS];
    struct job jobs[MAX_TEXTS];
    for (int i = 0; i < count; i++) {
        jobs[i] = (struct job){table, texts[i]};
        pthread_create(&threads[i], NULL, count_words, &jobs[i]);
    }
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}
