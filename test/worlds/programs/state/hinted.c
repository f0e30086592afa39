// Arrays whose lengths are known to the program only.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
  int count;
  short *items;
};
struct packet {
  int count;
  int values[];
};
struct label {
  unsigned char length;
  char text[];
};

static char pool[4096];

static int sum(const int *a, int size, struct list *list, char *buffer, struct packet *packet, struct label *label) {
  int all = 0;
  for (int i = 0; i < size; i++) all += a[i];
  for (int i = 0; i < list->count; i++) all += list->items[i];
  for (int i = 0; i < 4; i++) all += buffer[i];
  for (int i = 0; i < packet->count; i++) all += packet->values[i];
  int later = all;
  printf("%s ", label->text);
  return later;
}

int main(void) {
  int *numbers = (int *)(pool + 64);
  for (int i = 0; i < 10; i++) numbers[i] = i;
  struct list list = {3, (short *)(pool + 256)};
  memcpy(list.items, (short[]){1, 2, 3}, 6);
  char *buffer = malloc(100);
  memcpy(buffer, "\1\0\2\3", 4);
  struct packet *packet = malloc(sizeof *packet + 3 * sizeof(int));
  packet->count = 3;
  for (int i = 0; i < 3; i++) packet->values[i] = 10 * i;
  struct label *label = malloc(sizeof *label + 20);
  strcpy(label->text, "label");
  int result = sum(numbers, 5, &list, buffer, packet, label);
  printf("%d\n", result);
  return 0;
}
