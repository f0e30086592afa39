#ifndef WORDS_H
#define WORDS_H

#define MAX_WORD 64

/* The next word of a text, in small letters; where the text goes on, or NULL at its end. */
const char *next_word(const char *text, char word[MAX_WORD]);

#endif
