// Two administrators add a user to .htpasswd, each in a thread: the file is read, changed in memory and written again.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST = 1024 };

static char path[] = "/tmp/htpasswd-XXXXXX";

struct user {
  const char *name, *hash;
};

static int read_file(char *text) {
  int file = open(path, O_RDONLY);
  if (file < 0) return -1;
  int length = 0;
  for (ssize_t more; (more = read(file, text + length, LARGEST - 1 - length)) > 0;) length += more;
  close(file); // HERE
  text[length] = 0; // HERE
  return length;
}

static int write_file(const char *text) {
  int file = open(path, O_WRONLY | O_TRUNC); // HERE
  if (file < 0) return -1;
  size_t length = strlen(text); // HERE
  ssize_t written = write(file, text, length); // HERE
  close(file);
  return written == (ssize_t)length ? 0 : -1;
}

static int has_user(const char *text, const char *name) {
  size_t length = strlen(name);
  for (const char *line = text; line && *line; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    if (strncmp(line, name, length) == 0 && line[length] == ':') return 1;
  }
  return 0;
}

static void *add_user(void *argument) {
  const struct user *user = argument;
  char text[LARGEST];
  int length = read_file(text);
  if (length < 0 || has_user(text, user->name)) return "exists"; // HERE
  snprintf(text + length, sizeof text - length, "%s:%s\n", user->name, user->hash); // HERE
  return write_file(text) == 0 ? NULL : "cannot be written"; // HERE
}

int main(void) {
  static const struct user users[] = { { "alice", "$apr1$x1$" }, { "bob", "$apr1$q7$" } };
  pthread_t administrators[2];
  char text[LARGEST];
  int file = mkstemp(path);
  if (file < 0 || write(file, "root:$apr1$00$\n", 15) != 15) return 2;
  close(file);
  for (int i = 0; i < 2; i++) pthread_create(&administrators[i], NULL, add_user, (void *)&users[i]);
  for (int i = 0; i < 2; i++) pthread_join(administrators[i], NULL);
  int length = read_file(text);
  unlink(path);
  printf("%s", text);
  return length > 0 && has_user(text, "alice") && has_user(text, "bob") ? 0 : 1;
}
