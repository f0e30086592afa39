/*
 * The file of the log, which is mapped: what has been written survives a crash of the program and SIGKILL, without a
 * call of the system for each entry.
 *
 * A window onto the file moves on as it is filled. It always has the same address, because the program's own memory
 * must not move with what is logged.
 */
#include "../runtime.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
  WINDOW_SIZE = 1 << 18,
  MAX_ENTRY_SIZE = 1 << 14,
  MAX_LOG_SIZE = 1 << 26,
  PAGE_SIZE_MAX = 1 << 16, /* offsets of mappings are multiples of the size of a page, which differs between machines */
  FULL_STATUS = 125,
};

static const char signature[8] = "culprit\1";

static int log_fd = -1;
static uint8_t *window, *next_entry;
static int64_t window_offset;

static void move_window(void);

int claim_log_file(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  struct stat file;
  if (fd < 0) {
    dprintf(2, "culprit: cannot write %s\n", path);
    return 0;
  }
  int is_ours = flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &file) == 0 && file.st_size == 0;
  /* A high number, so that the program's own files get the same numbers as without us. */
  if (is_ours) log_fd = fcntl(fd, F_DUPFD_CLOEXEC, 900);
  if (is_ours && log_fd < 0) log_fd = fcntl(fd, F_DUPFD_CLOEXEC, 200);
  close(fd);
  if (log_fd < 0) return 0;
  move_window();
  memcpy(next_entry, signature, sizeof signature);
  next_entry += sizeof signature;
  return 1;
}

void close_log_file(enum log_rest rest) {
  if (log_fd < 0) return;
  if (rest == CUT_OFF_REST && ftruncate(log_fd, window_offset + (next_entry - window)) != 0) return;
  close(log_fd);
  log_fd = -1;
}

uint8_t *begin_log_entry(void) {
  if (next_entry + MAX_ENTRY_SIZE > window + WINDOW_SIZE) move_window();
  return next_entry;
}

/* The kind is written last: an entry without it does not count if the program is killed on the way. */
void end_log_entry(int kind, uint8_t *end) {
  __atomic_store_n(next_entry, (uint8_t)kind, __ATOMIC_RELEASE);
  next_entry = end;
}

/* A run whose log has no room cannot be replayed, so it must not count as a pass or a failure. */
static _Noreturn void end_without_room(const char *why) {
  dprintf(2, "culprit: %s, so this run cannot be judged\n", why);
  for (;;) real.syscall(SYS_exit_group, FULL_STATUS);
}

/* The room is allocated at once: a disk that is full would otherwise be a SIGBUS in the middle of an entry. */
static void move_window(void) {
  int64_t position = window ? window_offset + (next_entry - window) : 0;
  window_offset = position / PAGE_SIZE_MAX * PAGE_SIZE_MAX;
  if (window_offset + WINDOW_SIZE > MAX_LOG_SIZE) end_without_room("the log of the thread switches is full (64 MiB)");
  if (posix_fallocate(log_fd, window_offset, WINDOW_SIZE) != 0) end_without_room("there is no room for the log");
  int fixed = window ? MAP_FIXED : 0;
  uint8_t *mapped =
      mmap(window, WINDOW_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | fixed, log_fd, window_offset);
  if (mapped == MAP_FAILED) end_without_room("the log cannot be mapped");
  window = mapped;
  next_entry = window + (position - window_offset);
}
