#include <ctype.h>
#include <stddef.h>
#include "words.h"

const char *next_word(const char *text, char word[MAX_WORD])
{
    while (*text && !isalpha((unsigned char)*text)) text++;
    if (!*text) return NULL;
    int length = 0;
    for (; isalpha((unsigned char)*text) || *text == '\''; text++)
        if (length < MAX_WORD - 1) word[length++] = (char)tolower((unsigned char)*text);
    word[length] = '\0';
    return text;
}
