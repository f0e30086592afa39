/* A table of as many rows as it is told; one row, number 4321, has the value that it is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
  char name[12];
  double value;
};

struct named {
  char *name;
  int value;
};

void look(struct row *rows, struct named **list, int *numbers, int size) {
  double sum = 0;
  for (int i = 0; i < size; i++)
    sum += rows[i].value + list[i]->value + numbers[i];
  puts(sum > 3 * size ? "dear" : "cheap");
}

int main(int argc, char **argv) {
  int size = atoi(argv[2]), value = atoi(argv[3]);
  struct row *rows = malloc(size * sizeof *rows);
  struct named **list = malloc(size * sizeof *list);
  int *numbers = malloc(size * sizeof *numbers);
  for (int i = 0; i < size; i++) {
    memset(rows[i].name, value, sizeof rows[i].name); /* what stands behind the end of a text does not count */
    snprintf(rows[i].name, sizeof rows[i].name, "%d", i);
    rows[i].value = !strcmp(argv[1], "rows") && i == 4321 ? value : 1;
    list[i] = malloc(sizeof *list[i]);
    list[i]->name = strdup(rows[i].name);
    list[i]->value = !strcmp(argv[1], "list") && i == 4321 ? value : 1;
    numbers[i] = !strcmp(argv[1], "numbers") && i == 4321 ? value : 1;
  }
  look(rows, list, numbers, size);
}
