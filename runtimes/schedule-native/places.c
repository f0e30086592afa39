/*
 * Places as one word, the same in every run wherever the loader puts things: MODULE+0xOFFSET, <0xOFFSET for each caller in
 * the same module, then !VERB for what is about to be done there, then @LANE or @MODULE+0xOFFSET for what to. What is on a
 * heap or a stack has no name that stays the same.
 */
#include "runtime.h"
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

enum { MOST_MODULES = 1024 };
/* The loader keeps all parts of a module, its code and its data, in one stretch of addresses. */
struct module { uintptr_t start, end, base; const char *word; int system; };
static struct module modules[MOST_MODULES];
static int module_count;
static char program[4096];

/* Zeroed, never given back: the program's heap has to look as it does without us. */
void *own_memory(size_t size) {
  static char *block;
  static size_t block_left;
  size = (size + 15) & ~(size_t)15;
  if (size > block_left) {
    block_left = size > 1 << 18 ? size : 1 << 18;
    block = mmap(NULL, block_left, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) _exit(125);
  }
  void *given = block;
  block += size;
  block_left -= size;
  return given;
}

static int is_system_path(const char *path) {
  static const char *const folders[] = { "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/nix/store/", "linux-vdso" };
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    if (strncmp(path, folders[i], strlen(folders[i])) == 0) return 1;
  }
  return 0;
}

/* Spaces would end a word, and other signs mean something in it. */
static const char *word_of(const char *name) {
  char *word = own_memory(3 * strlen(name) + 1), *end = word;
  for (; *name; name++) {
    unsigned char sign = (unsigned char)*name;
    if (sign > 32 && sign < 127 && !strchr("%!@+<", sign)) *end++ = *name;
    else end += snprintf(end, 4, "%%%02x", sign);
  }
  return word;
}

static int add_module(struct dl_phdr_info *info, size_t size, void *nothing) {
  (void)size, (void)nothing;
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t from = info->dlpi_addr + part->p_vaddr;
    if (from < start) start = from;
    if (from + part->p_memsz > end) end = from + part->p_memsz;
  }
  if (start >= end || module_count == MOST_MODULES) return 0;
  int is_program = !*info->dlpi_name;
  const char *name = is_program ? program : info->dlpi_name;
  int ours = (uintptr_t)&add_module - start < end - start;
  modules[module_count++] = (struct module){
    start, end, info->dlpi_addr, word_of(name), ours || (!is_program && is_system_path(name)),
  };
  return 0;
}

static const struct module *search_modules(uintptr_t address) {
  for (int i = 0; i < module_count; i++) {
    if (address >= modules[i].start && address < modules[i].end) return &modules[i];
  }
  return NULL;
}

static const struct module *module_of(const void *address) {
  const struct module *found = search_modules((uintptr_t)address);
  static unsigned misses;
  /* Code made at run time is in no module: it must not cost a walk over the modules each time. */
  if (found || misses > 1000) return found;
  misses++;
  if (!*program && readlink("/proc/self/exe", program, sizeof program - 1) < 0) strcpy(program, "program");
  module_count = 0;
  dl_iterate_phdr(add_module, NULL);
  return search_modules((uintptr_t)address);
}

struct text { char *at, *end; };

static void put_text(struct text *into, const char *text) {
  while (*text && into->at < into->end) *into->at++ = *text++;
}

static void put_address(struct text *into, const struct module *module, const void *address) {
  char offset[32];
  put_text(into, module->word);
  snprintf(offset, sizeof offset, "+0x%lx", (unsigned long)((uintptr_t)address - module->base));
  put_text(into, offset);
}

static void put_callers(struct text *into, const struct module *module, const void *const *callers) {
  char offset[32];
  for (int i = 0; i < MOST_CALLERS && callers[i] && module_of(callers[i]) == module; i++) {
    snprintf(offset, sizeof offset, "<0x%lx", (unsigned long)((uintptr_t)callers[i] - module->base));
    put_text(into, offset);
  }
}

size_t place_text(char *into, size_t size, const struct lane *lane) {
  const struct place *place = &lane->at;
  struct text text = { into, into + size - 1 };
  const struct module *module = module_of(place->pc);
  if (module) put_address(&text, module, place->pc);
  else put_text(&text, "?+0x0");
  if (module) put_callers(&text, module, lane->callers);
  if (place->does) {
    put_text(&text, "!");
    put_text(&text, place->does);
  }
  /* Not module_of: there is nothing to be found for a heap, however often one looks. */
  const struct module *holder = place->to ? search_modules((uintptr_t)place->to) : NULL;
  if (place->lane || holder) put_text(&text, "@");
  if (place->lane) put_text(&text, place->lane->name);
  else if (holder) put_address(&text, holder, place->to);
  *text.at = 0;
  return text.at - into;
}

int is_own_code(const void *address) {
  const struct module *module = module_of(address);
  return module && !module->system;
}

/* first: where they begin, if it is known */
struct frames { const void *first, *own[1 + MOST_CALLERS]; int count; };

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *context, void *given) {
  struct frames *frames = given;
  int before = 0;
  const char *pc = (const char *)_Unwind_GetIPInfo(context, &before);
  if (!before) pc--;
  if (!is_own_code(pc) || (frames->count == 0 && frames->first && frames->first != pc)) return _URC_NO_REASON;
  frames->own[frames->count++] = pc;
  return frames->count <= MOST_CALLERS ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

/*
 * std::thread calls pthread_create from a library of the system: what the user knows is who called that. Code of a header may be
 * a function of its own in the program: only its line tells, so callers are kept.
 */
void locate(struct lane *me) {
  if (me->at.pc == me->start) return; /* it is over, and there is no more to see */
  struct frames frames = { .first = is_own_code(me->at.pc) ? me->at.pc : NULL };
  _Unwind_Backtrace(look_at_frame, &frames);
  if (frames.count) me->at.pc = frames.own[0];
  memcpy(me->callers, frames.own + 1, sizeof me->callers);
}
