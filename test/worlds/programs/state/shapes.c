// One of each: what C can make of memory.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum colour { RED, GREEN = 5, BLUE };
struct node {
  int value;
  struct node *next;
};
struct tree {
  char *name;
  struct tree *left, *right;
};
struct flags {
  unsigned low : 3;
  int high : 5;
};
union either {
  int number;
  float fraction;
};
typedef struct {
  char label[8];
  double at[2];
  enum colour colour;
} point;

point points[2] = {{"first", {1.5, 0.1}, RED}, {"second", {-2, 1e300}, BLUE}};
static long counter = -7;
static const char *constant = "constant";

static int twice(int n) { return 2 * n; }

static struct node *ring(int length) {
  struct node *first = NULL, *last = NULL;
  for (int i = 0; i < length; i++) {
    struct node *next = malloc(sizeof *next);
    next->value = i;
    if (last) last->next = next;
    else first = next;
    last = next;
  }
  last->next = first;
  return first;
}

static struct tree *tree(const char *name, struct tree *left, struct tree *right) {
  struct tree *made = malloc(sizeof *made);
  *made = (struct tree){strdup(name), left, right};
  return made;
}

static void print_tree(const struct tree *at) {
  if (!at) return;
  printf("(");
  print_tree(at->left);
  printf("%s", at->name);
  print_tree(at->right);
  printf(")");
}

static void show(struct node *list, struct tree *root, int *inside, struct flags flags) {
  static int calls = 3;
  bool yes = true;
  float third = 1.0f / 3;
  union either either = {.number = 1};
  int (*function)(int) = twice;
  FILE *file = stdout;
  int *nowhere = (int *)8;
  char letters[16] = "letters";
  unsigned char bytes[3] = {1, 2, 255};
  int i = 0;
  struct node *each = list;
  printf("ready\n"); // here
  do printf("%d ", each->value);
  while ((each = each->next) && each != list && ++i < 20);
  print_tree(root);
  printf(" %d %d %d %d %.9g %d %s %d %ld %s", *inside, flags.low, flags.high, yes, third, either.number, letters, bytes[2],
         counter, constant);
  for (i = 0; i < 2; i++) printf(" %s %g %g %d", points[i].label, points[i].at[0], points[i].at[1], points[i].colour);
  fprintf(file, " %d %d\n", function(calls), nowhere != NULL);
}

int main(void) {
  int numbers[4] = {10, 20, 30, 40};
  struct flags flags = {5, -3};
  show(ring(3), tree("b", tree("a", NULL, NULL), tree("c", NULL, NULL)), &numbers[2], flags);
  return 0;
}
