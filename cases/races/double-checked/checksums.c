// Check sums by a table that is made when the first one is wanted. There is no lock: "at worst it is made twice". But it is
// made in place, by adding to what is there.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[64];
static volatile int is_made;

static void make_table(void) {
  for (uint32_t i = 0; i < 64; i++) {                                                    // HERE
    table[i] = i;                                                                        // HERE
    for (int bit = 0; bit < 6; bit++) table[i] = table[i] & 1 ? 0xedb88320u ^ (table[i] >> 1) : table[i] >> 1; // HERE
  }
  is_made = 1;
}

static uint32_t checksum(const char *text) {
  uint32_t sum = ~0u;
  if (!is_made) make_table(); // HERE
  for (; *text; text++) sum = table[(sum ^ (uint8_t)*text) & 63] ^ (sum >> 6);
  return ~sum;
}

struct message {
  const char *text;
  uint32_t sum;
};

static void *check(void *argument) {
  struct message *message = argument;
  message->sum = checksum(message->text);
  return NULL;
}

int main(void) {
  struct message messages[2] = { { "the same text", 0 }, { "the same text", 0 } };
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, check, &messages[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%08x %08x\n", messages[0].sum, messages[1].sum);
  return messages[0].sum == messages[1].sum ? 0 : 1;
}
