/*
 * The choices of a run, for a plan that asks for them: a file beside the log with a line for each yield point at which
 * more than one lane could run. From these, all other schedules can be derived.
 */
#include "../runtime.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Who needs more than this cannot try all schedules anyway. */
enum { MAX_CHOICES = 100000 };

static int choices_fd = -1;
static int choice_count;

static void write_line(const char *line, size_t size);

void open_choices(const char *log_path) {
  static char path[4200];
  if (!plan.choices) return;
  snprintf(path, sizeof path, "%.4100s.choices", log_path);
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return;
  /* A high number, as for the log. */
  choices_fd = fcntl(fd, F_DUPFD_CLOEXEC, 901);
  if (choices_fd < 0) choices_fd = fcntl(fd, F_DUPFD_CLOEXEC, 201);
  close(fd);
}

/* `LANE STEPS READY…`: the lane that decides, where it is, and all lanes that can run now; `more` if there are too many. */
void log_choice(const struct lane *me, struct lane **ready, int count) {
  static char line[65536];
  if (choices_fd < 0 || count < 2 || choice_count > MAX_CHOICES) return;
  if (choice_count++ == MAX_CHOICES) {
    write_line("more\n", 5);
    return;
  }
  size_t length = snprintf(line, sizeof line, "%.1900s %lld", me->name, (long long)me->steps);
  for (int i = 0; i < count && length < sizeof line; i++) {
    length += snprintf(line + length, sizeof line - length, " %.1900s", ready[i]->name);
  }
  if (length >= sizeof line - 1) {
    choice_count = MAX_CHOICES;
    log_choice(me, ready, count);
    return;
  }
  line[length++] = '\n';
  write_line(line, length);
}

static void write_line(const char *line, size_t size) {
  while (size > 0) {
    ssize_t written = real.write(choices_fd, line, size);
    if (written <= 0) return;
    line += written;
    size -= written;
  }
}
