// State of unusual measures: an array as long as a variable says, a large block, another thread, registers at -O2.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern int table[4];
extern const char **all_names;

struct node {
  int value;
  struct node *next;
};

static __attribute__((noinline)) int sum(struct node *at, int start, double scale) {
  int all = start;
  for (; at; at = at->next) all += (int)(at->value * scale);
  return all;
}

static void *other_thread(void *argument) {
  int *own = malloc(2 * sizeof(int));
  own[0] = own[1] = *(int *)argument;
  struct node in_thread = {own[1], NULL};
  return (void *)(long)sum(&in_thread, 0, 2);
}

int main(int argc, char *argv[]) {
  struct node *head = NULL;
  int length = argc + 2, many = atoi(argv[1]);
  int varying[length];
  unsigned char *large = calloc(1, 1000000);
  long double precise = 1.0L / 3;
  for (int i = 0; i < length; i++) varying[i] = i;
  for (int i = 0; i < many; i++) {
    struct node *next = malloc(sizeof *next);
    *next = (struct node){i, head};
    head = next;
  }
  int result = sum(head, varying[2], 1.5);
  pthread_t thread;
  void *answer;
  pthread_create(&thread, NULL, other_thread, &length);
  pthread_join(thread, &answer);
  printf("%d %ld %d %s %d %.20Lg\n", result, (long)answer, table[2], all_names[1], large[1], precise);
  return 0;
}
