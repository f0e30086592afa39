// lz: packs a text by naming what was there before, and unpacks it again to be sure.
//
//   lz FILE     prints how it was packed; ends with 1 if what is unpacked is not what was packed
//
// Packed data is a row of groups: a byte of flags, then eight parts of one byte (as it is) or two (distance, length).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 256, SHORTEST = 3, LONGEST = SHORTEST + 255, HASHES = 1024, MOST_TRIES = 32 };

struct bytes {
  unsigned char *data;
  int length, room;
};

struct match {
  int distance, length;
};

struct packer {
  const unsigned char *input;
  int size, at;
  int heads[HASHES]; // the last position with this hash, or -1
  int *before;       // the one before each, with the same hash
  struct bytes output;
  int flags_at; // where the flags of the group are
  int in_group;
  int literals, matches;
};

static void *allocate(size_t size) {
  void *memory = calloc(1, size == 0 ? 1 : size);
  if (memory == NULL) {
    fprintf(stderr, "lz: no memory left\n");
    exit(3);
  }
  return memory;
}

// ---- bytes

static void append(struct bytes *bytes, int value) {
  if (bytes->length == bytes->room) {
    int room = bytes->room == 0 ? 64 : bytes->room * 2;
    unsigned char *larger = allocate(room);
    if (bytes->length > 0) memcpy(larger, bytes->data, bytes->length);
    free(bytes->data);
    bytes->data = larger;
    bytes->room = room;
  }
  bytes->data[bytes->length++] = (unsigned char)value;
}

static unsigned checksum(const unsigned char *data, int length) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < length; i++) {
    a = (a + data[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

// ---- finding what was there before

static int hash_at(const struct packer *packer, int at) {
  const unsigned char *p = packer->input + at;
  return (p[0] * 961 + p[1] * 31 + p[2]) % HASHES;
}

static void enter(struct packer *packer, int at) {
  if (at + SHORTEST > packer->size) return;
  int hash = hash_at(packer, at);
  packer->before[at] = packer->heads[hash];
  packer->heads[hash] = at;
}

static int common_length(const struct packer *packer, int earlier, int at) {
  int most = packer->size - at;
  if (most > LONGEST) most = LONGEST;
  int length = 0;
  while (length < most && packer->input[earlier + length] == packer->input[at + length]) length++;
  return length;
}

static struct match longest_match(const struct packer *packer) {
  struct match best = {0, 0};
  int at = packer->at;
  if (at + SHORTEST > packer->size) return best;
  int tries = 0;
  for (int earlier = packer->heads[hash_at(packer, at)]; earlier >= 0; earlier = packer->before[earlier]) {
    if (at - earlier > WINDOW) break; // DEFECT: a distance of 256 does not fit into a byte
    if (tries++ == MOST_TRIES) break;
    int length = common_length(packer, earlier, at);
    if (length > best.length) {
      best.distance = at - earlier;
      best.length = length;
    }
  }
  if (best.length < SHORTEST) best.length = 0;
  return best;
}

// ---- packing

static void begin_part(struct packer *packer, int is_match) {
  if (packer->in_group == 8) {
    packer->flags_at = packer->output.length;
    append(&packer->output, 0);
    packer->in_group = 0;
  }
  if (is_match) packer->output.data[packer->flags_at] |= 1 << packer->in_group;
  packer->in_group++;
}

static void pack_literal(struct packer *packer) {
  begin_part(packer, 0);
  append(&packer->output, packer->input[packer->at]);
  enter(packer, packer->at);
  packer->at++;
  packer->literals++;
}

static void pack_match(struct packer *packer, struct match match) {
  begin_part(packer, 1);
  append(&packer->output, match.distance);
  append(&packer->output, match.length - SHORTEST);
  for (int i = 0; i < match.length; i++) enter(packer, packer->at + i);
  packer->at += match.length;
  packer->matches++;
}

// Whether it pays to wait: a longer match may begin one byte later.
static int is_better_later(struct packer *packer, struct match now) {
  if (now.length >= 16 || packer->at + 1 >= packer->size) return 0;
  packer->at++;
  struct match later = longest_match(packer);
  packer->at--;
  return later.length > now.length + 1;
}

static void pack(struct packer *packer, const unsigned char *input, int size) {
  packer->input = input;
  packer->size = size;
  packer->before = allocate(size * sizeof *packer->before);
  packer->in_group = 8;
  for (int i = 0; i < HASHES; i++) packer->heads[i] = -1;
  while (packer->at < size) {
    struct match match = longest_match(packer);
    if (match.length == 0 || is_better_later(packer, match)) pack_literal(packer);
    else pack_match(packer, match);
  }
}

// ---- unpacking

static void unpack_match(struct bytes *output, int distance, int length) {
  int from = output->length - distance;
  for (int i = 0; i < length; i++) append(output, from + i < 0 ? '?' : output->data[from + i]);
}

static struct bytes unpack(const struct bytes *packed) {
  struct bytes output = {NULL, 0, 0};
  int at = 0;
  while (at < packed->length) {
    int flags = packed->data[at++];
    for (int i = 0; i < 8 && at < packed->length; i++) {
      if (flags >> i & 1) {
        int distance = packed->data[at++];
        int length = packed->data[at++] + SHORTEST;
        unpack_match(&output, distance, length);
      } else {
        append(&output, packed->data[at++]);
      }
    }
  }
  return output;
}

// ---- files

static struct bytes contents(const char *path) {
  struct bytes bytes = {NULL, 0, 0};
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(2);
  }
  for (int c = getc(file); c != EOF; c = getc(file)) append(&bytes, c);
  fclose(file);
  return bytes;
}

static void report(const struct packer *packer, const struct bytes *input) {
  int percent = input->length == 0 ? 100 : packer->output.length * 100 / input->length;
  printf("%d bytes packed into %d (%d %%)\n", input->length, packer->output.length, percent);
  printf("%d as they are, %d repetitions\n", packer->literals, packer->matches);
}

int main(int argc, char *argv[]) {
  static struct packer packer;
  if (argc != 2) {
    fprintf(stderr, "usage: lz FILE\n");
    return 2;
  }
  struct bytes input = contents(argv[1]);
  pack(&packer, input.data, input.length);
  report(&packer, &input);
  struct bytes output = unpack(&packer.output);
  unsigned before = checksum(input.data, input.length), after = checksum(output.data, output.length);
  int is_same = output.length == input.length && before == after;
  printf("%08x %s\n", after, is_same ? "as it was" : "is broken");
  free(packer.before);
  free(packer.output.data);
  free(input.data);
  free(output.data);
  return is_same ? 0 : 1;
}
