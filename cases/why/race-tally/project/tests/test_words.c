#include <string.h>
#include "check.h"
#include "words.h"

int main(void)
{
    char word[MAX_WORD];
    const char *at = next_word("  Don't stop, 2 boats!", word);
    check("an apostrophe", 0, strcmp(word, "don't"));
    at = next_word(at, word);
    check("small letters", 0, strcmp(word, "stop"));
    at = next_word(at, word);
    check("numbers are no words", 0, strcmp(word, "boats"));
    check("the end", 1, next_word(at, word) == NULL);
    return failures != 0;
}
