// `nodes tree|list N LAST SEED` links N nodes, the last ones with other values by the seed, and prints a number that depends on
// each of them.
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *left, *right;
};

static struct node *made(int is_list, int count, int last, int seed) {
  struct node **nodes = malloc(count * sizeof *nodes);
  for (int i = 0; i < count; i++) {
    nodes[i] = calloc(1, sizeof *nodes[i]);
    nodes[i]->value = i * 7919L % 10007 + (i >= count - last ? seed : 0);
    if (i == 0) continue;
    struct node *above = nodes[is_list ? i - 1 : (i - 1) / 2];
    *(is_list || i % 2 == 0 ? &above->right : &above->left) = nodes[i];
  }
  struct node *root = nodes[0];
  free(nodes);
  return root;
}

static long checksum(struct node *root, int count) {
  struct node **left = malloc((count + 1) * sizeof *left);
  long sum = 0;
  int top = 0;
  for (left[top++] = root; top > 0;) {
    struct node *node = left[--top];
    sum = (sum * 31 + node->value) % 1000003;
    if (node->left) left[top++] = node->left;
    if (node->right) left[top++] = node->right;
  }
  free(left);
  return sum;
}

int main(int argc, char *argv[]) {
  int count = atoi(argv[2]);
  printf("%ld\n", checksum(made(argv[1][0] == 'l', count, atoi(argv[3]), atoi(argv[4])), count));
  return 0;
}
