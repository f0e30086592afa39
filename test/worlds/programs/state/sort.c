// Sorts its arguments, but takes their number for one too many. What lies behind the numbers comes in: the buffer is one
// that was used before, so there is something.
#include <stdio.h>
#include <stdlib.h>

static int rounds;

static void shell_sort(int a[], int size) {
  int i, j;
  int h = 1;
  do {
    h = h * 3 + 1;
  } while (h <= size);
  do {
    h /= 3;
    rounds++;
    for (i = h; i < size; i++) {
      int v = a[i];
      for (j = i; j >= h && a[j - h] > v; j -= h) a[j] = a[j - h];
      if (i != j) a[j] = v;
    }
  } while (h != 1);
}

static int *used_buffer(int count) {
  int *used = malloc(16 * sizeof(int));
  for (int i = 0; i < 16; i++) used[i] = count > 2 ? 100 + i : 0;
  return used;
}

int main(int argc, char *argv[]) {
  int *a = used_buffer(argc - 1);
  for (int i = 0; i < argc - 1; i++) a[i] = atoi(argv[i + 1]);
  shell_sort(a, argc);
  printf("Output:");
  for (int i = 0; i < argc - 1; i++) printf(" %d", a[i]);
  printf("\n");
  free(a);
  return 0;
}
