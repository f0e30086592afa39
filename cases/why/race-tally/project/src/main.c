#include <stdio.h>
#include <stdlib.h>
#include "tally.h"

static char *contents_of(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    char *text = calloc(1, 1 << 20);
    fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    struct table table;
    const char *texts[MAX_TEXTS];
    int count = argc - 1 < MAX_TEXTS ? argc - 1 : MAX_TEXTS;
    for (int i = 0; i < count; i++) texts[i] = contents_of(argv[i + 1]);
    table_init(&table);
    tally(&table, texts, count);
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *entry = table.buckets[i]; entry; entry = entry->next)
            printf("%6ld %s\n", entry->count, entry->word);
    table_free(&table);
    return 0;
}
