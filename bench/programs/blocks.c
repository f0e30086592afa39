/*
 * A large program for the bench: two threads take blocks from a queue, sort each of them (millions of accesses to memory
 * of their own), and add its checksum to a total. The program fails if a block was lost or counted twice: the last one
 * to finish is found without the lock.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 2, BLOCKS = 16, BLOCK_SIZE = 65536 };

struct block { unsigned number; unsigned *words; struct block *next; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *queue;
static unsigned long total;
static volatile int finished, reported;

static struct block *take_block(void) {
  pthread_mutex_lock(&lock);
  struct block *block = queue;
  if (block) queue = block->next;
  pthread_mutex_unlock(&lock);
  return block;
}

static void sort(unsigned *words, unsigned *scratch, int count) {
  for (int width = 1; width < count; width *= 2) {
    for (int start = 0; start < count; start += 2 * width) {
      int left = start, right = start + width, end = start + 2 * width;
      for (int i = start; i < end; i++) {
        int takes_left = left < start + width && (right >= end || words[left] <= words[right]);
        scratch[i] = takes_left ? words[left++] : words[right++];
      }
    }
    unsigned *sorted = scratch;
    scratch = words;
    words = sorted;
  }
}

static void fill(struct block *block) {
  unsigned seed = block->number + 1;
  for (int i = 0; i < BLOCK_SIZE; i++) block->words[i] = seed = seed * 1664525u + 1013904223u;
}

static void *work(void *nothing) {
  unsigned *scratch = malloc(BLOCK_SIZE * sizeof *scratch);
  for (struct block *block; (block = take_block());) {
    fill(block);
    sort(block->words, scratch, BLOCK_SIZE);
    pthread_mutex_lock(&lock);
    total += block->words[0] + 1ul;
    pthread_mutex_unlock(&lock);
  }
  int others = finished;      /* RACE: read … */
  finished = others + 1;      /* … and written without the lock */
  if (others + 1 == THREADS) reported++;
  free(scratch);
  return nothing;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < BLOCKS; i++) {
    struct block *block = malloc(sizeof *block);
    *block = (struct block){ i, malloc(BLOCK_SIZE * sizeof *block->words), queue };
    queue = block;
  }
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  printf("%lu\n", total);
  return reported == 1 ? 0 : 1;
}
