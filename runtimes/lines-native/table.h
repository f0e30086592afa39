/* Tables of lines: a word, a space, and what it is about. Nothing here calls malloc. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static inline const char *text_behind(const char *line, const char *word) {
  size_t length = strlen(word);
  return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static inline uint64_t number(const char **at) {
  char *end;
  uint64_t value = strtoull(*at, &end, 16);
  *at = *end == ' ' ? end + 1 : end;
  return value;
}

static inline const char *next_line(const char *line) {
  const char *end = strchr(line, '\n');
  return end == NULL ? line + strlen(line) : end + 1;
}

static inline const char *find_line(const char *table, const char *word) {
  for (const char *line = table; *line; line = next_line(line))
    if (text_behind(line, word)) return text_behind(line, word);
  return NULL;
}

static inline void copy_line(const char *from, char *to, size_t size) {
  size_t length = strcspn(from, "\n");
  if (length >= size) length = size - 1;
  memcpy(to, from, length);
  to[length] = 0;
}

static inline void *pages(size_t size) {
  void *found = mmap(NULL, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return found == MAP_FAILED ? NULL : found;
}

static inline const char *read_table(const char *plan) {
  char path[4096];
  struct stat status;
  if (snprintf(path, sizeof path, "%s.native", plan) >= (int)sizeof path) return NULL;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return NULL;
  char *text = fstat(file, &status) == 0 ? pages(status.st_size) : NULL;
  size_t length = 0;
  for (ssize_t some; text && (some = read(file, text + length, status.st_size - length)) > 0;) length += some;
  close(file);
  return text;
}
