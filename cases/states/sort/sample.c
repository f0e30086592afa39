// Sorts its arguments: with `7 8 9` it does, with `11 14` it prints a number that nobody gave.
#include <stdio.h>
#include <stdlib.h>

static void shell_sort(int a[], int size) {
  int i, j;
  int h = 1;
  do {
    h = h * 3 + 1;
  } while (h <= size);
  do {
    h /= 3;
    for (i = h; i < size; i++) {
      int v = a[i];
      for (j = i; j >= h && a[j - h] > v; j -= h)
        a[j] = a[j - h];
      if (i != j)
        a[j] = v;
    }
  } while (h != 1);
}

// What earlier users of the memory left behind.
static int recycled[] = {93, 81, 0, 4096, 70, 65, 60};

int main(int argc, char *argv[]) {
  int *a = recycled;
  int i;

  for (i = 0; i < argc - 1; i++) // MOVES
    a[i] = atoi(argv[i + 1]);

  shell_sort(a, argc); // DEFECT: one more than there are

  printf("Output: ");
  for (i = 0; i < argc - 1; i++)
    printf("%d ", a[i]);
  printf("\n");
  return 0;
}
