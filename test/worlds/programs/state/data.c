// Data only: no line of this file can be stopped at.
int table[4] = {1, 2, 3, 4};
static const char *names[2] = {"x", "y"};
const char **all_names = names;
int (*change)(int);
struct {
  int inside;
} unnamed = {5};
