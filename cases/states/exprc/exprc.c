// exprc: compiles assignments of integer expressions for a machine with a stack.
//
//   exprc FILE     FILE has statements such as  area = (width + 2) * height;
//
// Equal parts of an expression are one node of its tree. Constants are folded, products of sums multiplied out where that
// saves a temporary, constants gathered, and multiplications by powers of two turned into shifts, before code is emitted.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 2000, BUCKETS = 64, NAME_LENGTH = 24 };

enum kind { NUMBER, VARIABLE, NEGATE, ADD, SUBTRACT, MULTIPLY, SHIFT };

struct symbol {
  char name[NAME_LENGTH];
  int slot;
  int uses;
  struct symbol *next; // in its bucket
};

struct node {
  enum kind kind;
  long value;            // of a NUMBER
  struct symbol *symbol; // of a VARIABLE
  struct node *left, *right;
};

struct statement {
  struct symbol *target;
  struct node *tree;
  int line;
};

struct instruction {
  char operation[8];
  long operand;
};

static struct symbol *symbols[BUCKETS];
static int symbol_count;

static struct statement *statements;
static int statement_count, statement_room;

static struct instruction *code;
static int code_size, code_room;

static void fail(int line, const char *message) {
  fprintf(stderr, "exprc: line %d: %s\n", line, message);
  exit(1);
}

// Memory that is zero, or the end of the program.
static void *allocate(size_t size) {
  void *memory = calloc(1, size);
  if (memory == NULL) {
    fprintf(stderr, "exprc: no memory left\n");
    exit(1);
  }
  return memory;
}

static void *grow(void *memory, int count, int *room, size_t size) {
  if (count < *room) return memory;
  int wanted = *room == 0 ? 64 : *room * 2;
  char *larger = allocate(wanted * size);
  if (memory != NULL) memcpy(larger, memory, count * size);
  free(memory);
  *room = wanted;
  return larger;
}

// ---- symbols

static unsigned hash(const char *name) {
  unsigned sum = 5381;
  while (*name != '\0') sum = sum * 33 + (unsigned char)*name++;
  return sum % BUCKETS;
}

static struct symbol *symbol_of(const char *name) {
  struct symbol **bucket = &symbols[hash(name)];
  for (struct symbol *each = *bucket; each != NULL; each = each->next)
    if (strcmp(each->name, name) == 0) return each;
  struct symbol *fresh = allocate(sizeof *fresh);
  snprintf(fresh->name, sizeof fresh->name, "%s", name);
  fresh->slot = symbol_count++;
  fresh->next = *bucket;
  *bucket = fresh;
  return fresh;
}

// ---- tokens

enum token { END, NAME, CONSTANT, PUNCTUATION };

struct lexer {
  const char *at;
  int line;
  enum token token;
  char text[NAME_LENGTH];
  long value;
};

static void skip_space(struct lexer *lexer) {
  for (;;) {
    while (isspace((unsigned char)*lexer->at))
      if (*lexer->at++ == '\n') lexer->line++;
    if (*lexer->at != '#') return;
    while (*lexer->at != '\0' && *lexer->at != '\n') lexer->at++;
  }
}

static void advance(struct lexer *lexer) {
  skip_space(lexer);
  const char *start = lexer->at;
  if (*start == '\0') {
    lexer->token = END;
    lexer->text[0] = '\0';
    return;
  }
  if (isalpha((unsigned char)*start)) {
    while (isalnum((unsigned char)*lexer->at) || *lexer->at == '_') lexer->at++;
    size_t length = lexer->at - start;
    if (length >= sizeof lexer->text) fail(lexer->line, "a name is too long");
    memcpy(lexer->text, start, length);
    lexer->text[length] = '\0';
    lexer->token = NAME;
    return;
  }
  if (isdigit((unsigned char)*start)) {
    char *end;
    lexer->value = strtol(start, &end, 10);
    lexer->at = end;
    lexer->token = CONSTANT;
    return;
  }
  lexer->token = PUNCTUATION;
  lexer->text[0] = *lexer->at++;
  lexer->text[1] = '\0';
}

static int is_punctuation(const struct lexer *lexer, char c) {
  return lexer->token == PUNCTUATION && lexer->text[0] == c;
}

static void expect(struct lexer *lexer, char c) {
  if (!is_punctuation(lexer, c)) fail(lexer->line, "this is not an expression");
  advance(lexer);
}

// ---- trees

// The nodes of the expression that is read, to find equal ones.
static struct node **known;
static int known_count, known_room;

static struct node *new_node(enum kind kind, struct node *left, struct node *right) {
  struct node *node = allocate(sizeof *node);
  node->kind = kind;
  node->left = left;
  node->right = right;
  return node;
}

static int is_equal(const struct node *a, const struct node *b) {
  return a->kind == b->kind && a->value == b->value && a->symbol == b->symbol && a->left == b->left && a->right == b->right;
}

// The node that is there already for the same, or this one.
static struct node *shared(struct node *node) {
  for (int i = 0; i < known_count; i++)
    if (is_equal(known[i], node)) {
      free(node);
      return known[i];
    }
  known = grow(known, known_count, &known_room, sizeof *known);
  known[known_count++] = node;
  return node;
}

static struct node *number(long value) {
  struct node *node = new_node(NUMBER, NULL, NULL);
  node->value = value;
  return node;
}

static struct node *variable(struct symbol *symbol) {
  struct node *node = new_node(VARIABLE, NULL, NULL);
  node->symbol = symbol;
  symbol->uses++;
  return node;
}

static struct node *copy_of(const struct node *node) {
  if (node == NULL) return NULL;
  struct node *copy = new_node(node->kind, copy_of(node->left), copy_of(node->right));
  copy->value = node->value;
  copy->symbol = node->symbol;
  return copy;
}

// ---- parser

static struct node *parse_sum(struct lexer *lexer);

static struct node *parse_primary(struct lexer *lexer) {
  struct node *node;
  if (is_punctuation(lexer, '(')) {
    advance(lexer);
    node = parse_sum(lexer);
    expect(lexer, ')');
    return node;
  }
  if (is_punctuation(lexer, '-')) {
    advance(lexer);
    return shared(new_node(NEGATE, parse_primary(lexer), NULL));
  }
  if (lexer->token == CONSTANT) node = shared(number(lexer->value));
  else if (lexer->token == NAME) node = shared(variable(symbol_of(lexer->text)));
  else fail(lexer->line, "an operand is missing");
  advance(lexer);
  return node;
}

static struct node *parse_product(struct lexer *lexer) {
  struct node *node = parse_primary(lexer);
  while (is_punctuation(lexer, '*')) {
    advance(lexer);
    node = shared(new_node(MULTIPLY, node, parse_primary(lexer)));
  }
  return node;
}

static struct node *parse_sum(struct lexer *lexer) {
  struct node *node = parse_product(lexer);
  while (is_punctuation(lexer, '+') || is_punctuation(lexer, '-')) {
    enum kind kind = lexer->text[0] == '+' ? ADD : SUBTRACT;
    advance(lexer);
    node = shared(new_node(kind, node, parse_product(lexer)));
  }
  return node;
}

static void parse_statement(struct lexer *lexer) {
  if (lexer->token != NAME) fail(lexer->line, "a statement begins with a name");
  struct statement statement = {symbol_of(lexer->text), NULL, lexer->line};
  advance(lexer);
  expect(lexer, '=');
  known_count = 0;
  statement.tree = parse_sum(lexer);
  expect(lexer, ';');
  statements = grow(statements, statement_count, &statement_room, sizeof *statements);
  statements[statement_count++] = statement;
}

static void parse(const char *source) {
  struct lexer lexer = {source, 1, END, "", 0};
  advance(&lexer);
  while (lexer.token != END) parse_statement(&lexer);
}

// ---- rewriting

static void check_depth(int depth) {
  if (depth <= MOST_DEPTH) return;
  fprintf(stderr, "exprc: internal error: a tree is nested too deeply\n");
  abort();
}

static int is_number(const struct node *node) {
  return node != NULL && node->kind == NUMBER;
}

static struct node *fold(struct node *node, int depth) {
  check_depth(depth);
  if (node == NULL) return NULL;
  node->left = fold(node->left, depth + 1);
  node->right = fold(node->right, depth + 1);
  if (node->kind == NEGATE && is_number(node->left)) return number(-node->left->value);
  if (!is_number(node->left) || !is_number(node->right)) return node;
  long a = node->left->value, b = node->right->value;
  switch (node->kind) {
  case ADD: return number(a + b);
  case SUBTRACT: return number(a - b);
  case MULTIPLY: return number(a * b);
  default: return node;
  }
}

// Constants go to the right of what commutes: x + 3, not 3 + x.
static struct node *gather(struct node *node, int depth) {
  check_depth(depth);
  if (node == NULL) return NULL;
  node->left = gather(node->left, depth + 1);
  node->right = gather(node->right, depth + 1);
  if ((node->kind == ADD || node->kind == MULTIPLY) && is_number(node->left) && !is_number(node->right)) {
    struct node *constant = node->left;
    node->left = node->right;
    node->right = constant;
  }
  return node;
}

static int is_sum(const struct node *node) {
  return node != NULL && node->kind == ADD;
}

// a * (b + c) becomes a * b + a * c, made of the nodes that are there.
static struct node *multiply_out(struct node *product) {
  struct node *sum = product->right;
  struct node *second = new_node(MULTIPLY, copy_of(product->left), sum->right);
  product->right = sum->left;
  sum->left = product; // DEFECT: others may have the sum as well, the product itself too
  sum->right = second;
  return sum;
}

static struct node *distribute(struct node *node, int depth) {
  check_depth(depth);
  if (node == NULL) return NULL;
  node->left = distribute(node->left, depth + 1);
  node->right = distribute(node->right, depth + 1);
  if (node->kind == MULTIPLY && !is_number(node->left) && is_sum(node->right)) return multiply_out(node);
  return node;
}

// The power of two that a number is, or -1.
static int exponent(long value) {
  for (int i = 1; i < 62; i++)
    if (value == 1L << i) return i;
  return -1;
}

static struct node *reduce(struct node *node, int depth) {
  check_depth(depth);
  if (node == NULL) return NULL;
  node->left = reduce(node->left, depth + 1);
  node->right = reduce(node->right, depth + 1);
  if (node->kind == MULTIPLY && is_number(node->right) && exponent(node->right->value) > 0)
    return new_node(SHIFT, node->left, number(exponent(node->right->value)));
  if (node->kind == MULTIPLY && is_number(node->right) && node->right->value == 1) return node->left;
  if (node->kind == ADD && is_number(node->right) && node->right->value == 0) return node->left;
  return node;
}

typedef struct node *pass(struct node *, int);

static void rewrite(pass *step) {
  for (int i = 0; i < statement_count; i++) statements[i].tree = step(statements[i].tree, 0);
}

// ---- code

static void emit(const char *operation, long operand) {
  code = grow(code, code_size, &code_room, sizeof *code);
  struct instruction *next = &code[code_size++];
  snprintf(next->operation, sizeof next->operation, "%s", operation);
  next->operand = operand;
}

static void generate(const struct node *node, int depth) {
  static const char *const operations[] = {"push", "load", "neg", "add", "sub", "mul", "shl"};
  check_depth(depth);
  if (node->left != NULL) generate(node->left, depth + 1);
  if (node->right != NULL) generate(node->right, depth + 1);
  emit(operations[node->kind], node->kind == NUMBER ? node->value : node->kind == VARIABLE ? node->symbol->slot : 0);
}

static void print_code(void) {
  for (int i = 0; i < code_size; i++) {
    const struct instruction *each = &code[i];
    if (strchr("pls", each->operation[0]) != NULL && strcmp(each->operation, "sub") != 0 && strcmp(each->operation, "shl") != 0)
      printf("%s %ld\n", each->operation, each->operand);
    else printf("%s\n", each->operation);
  }
  printf("# %d statements, %d variables, %d instructions\n", statement_count, symbol_count, code_size);
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = allocate(size + 1);
  if (fread(text, 1, size, file) != (size_t)size) exit(1);
  fclose(file);
  return text;
}

int main(int argc, char *argv[]) {
  if (argc != 2) {
    fprintf(stderr, "usage: exprc FILE\n");
    return 2;
  }
  char *source = contents(argv[1]);
  parse(source);
  rewrite(fold);
  rewrite(gather);
  rewrite(distribute);
  rewrite(reduce);
  for (int i = 0; i < statement_count; i++) {
    generate(statements[i].tree, 0);
    emit("store", statements[i].target->slot);
  }
  print_code();
  free(source);
  return 0;
}
