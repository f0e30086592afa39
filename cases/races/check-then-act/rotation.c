// A log that is moved aside when it is full: whoever writes the line that fills it does that. Two may think they do.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FULL = 60, LINES = 4 };

static char folder[] = "/tmp/rotation-XXXXXX";
static char current[64], old[64];

static long size_of(const char *path) {
  struct stat is;
  return stat(path, &is) == 0 ? (long)is.st_size : 0; // HERE
}

static void rotate(void) {
  unlink(old); // HERE
  rename(current, old); // HERE
}

static void append(const char *line) {
  if (size_of(current) >= FULL) rotate(); // HERE
  int file = open(current, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (write(file, line, strlen(line)) < 0) perror("log");
  close(file);
}

static void *work(void *name) {
  char line[32];
  for (int i = 0; i < LINES; i++) {
    snprintf(line, sizeof line, "%s did job %d\n", (const char *)name, i);
    append(line);
  }
  return NULL;
}

static int lines_in(const char *path) {
  int count = 0;
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  for (int c; (c = fgetc(file)) != EOF;) count += c == '\n';
  fclose(file);
  return count;
}

int main(void) {
  pthread_t threads[2];
  static const char *const names[] = { "printer", "scanner" };
  if (!mkdtemp(folder)) return 2;
  snprintf(current, sizeof current, "%s/log", folder);
  snprintf(old, sizeof old, "%s/log.1", folder);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, (void *)names[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  int count = lines_in(old) + lines_in(current);
  unlink(old);
  unlink(current);
  rmdir(folder);
  printf("%d of %d lines\n", count, 2 * LINES);
  return count == 2 * LINES ? 0 : 1;
}
