/* Reads lines in one of several ways, and prints them. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void here(const char *line) { printf("%s", line); }

static void by_getline(FILE *file) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, file) > 0) here(line);
  free(line);
}

static void by_fgets(FILE *file) {
  char line[100];
  while (fgets(line, sizeof line, file)) here(line);
}

static void by_scanf(void) {
  char word[100];
  while (scanf("%98s", word) == 1) {
    strcat(word, "\n");
    here(word);
  }
}

static void by_getchar(void) {
  char line[100] = "";
  int length = 0, letter;
  while ((letter = getchar()) != EOF) {
    line[length++] = (char)letter;
    if (letter != '\n') continue;
    line[length] = 0;
    here(line);
    length = 0;
  }
  fwrite(line, 1, (size_t)length, stdout);
}

static void by_read(void) {
  char block[4] = "";
  ssize_t size;
  while ((size = read(0, block, 3)) > 0) {
    block[size] = 0;
    here(block);
  }
}

int main(int argc, char **argv) {
  const char *way = argc > 1 ? argv[1] : "";
  if (!strcmp(way, "getline")) by_getline(stdin);
  if (!strcmp(way, "fgets")) by_fgets(stdin);
  if (!strcmp(way, "scanf")) by_scanf();
  if (!strcmp(way, "getchar")) by_getchar();
  if (!strcmp(way, "read")) by_read();
  if (!strcmp(way, "file")) by_fgets(fopen(argv[2], "r"));
  return 0;
}
