// A service starts its threads and then opens its log. As a rule the threads have something else to do first.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct log {
  char *lines[32];
  int count;
  pthread_mutex_t lock;
};

struct service {
  pthread_t collector, reporter;
  struct log *log;
  int samples[8];
};

static struct log *log_open(void) {
  struct log *log = calloc(1, sizeof *log);
  pthread_mutex_init(&log->lock, NULL);
  return log;
}

static void log_line(struct log *log, const char *format, ...) {
  char line[64];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  pthread_mutex_lock(&log->lock);
  log->lines[log->count++] = strdup(line);
  pthread_mutex_unlock(&log->lock);
}

static void log_close(struct log *log) {
  for (int i = 0; i < log->count; i++) free(log->lines[i]);
  pthread_mutex_destroy(&log->lock);
  free(log);
}

static void *collect(void *argument) {
  struct service *service = argument;
  for (int i = 0; i < 8; i++) service->samples[i] = i * i;
  if (!service->log) exit(1); // the crash that it would be; HERE
  log_line(service->log, "collected %d samples", 8);
  return NULL;
}

static void *report(void *argument) {
  struct service *service = argument;
  pthread_join(service->collector, NULL);
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += service->samples[i];
  log_line(service->log, "the sum is %d", sum);
  return NULL;
}

static void service_start(struct service *service) {
  pthread_create(&service->collector, NULL, collect, service);
  pthread_create(&service->reporter, NULL, report, service); // HERE
  service->log = log_open(); // HERE
}

static int service_stop(struct service *service) {
  pthread_join(service->reporter, NULL);
  int lines = service->log->count;
  log_close(service->log);
  return lines;
}

int main(void) {
  struct service service = { 0 };
  service_start(&service);
  return service_stop(&service) == 2 ? 0 : 1;
}
