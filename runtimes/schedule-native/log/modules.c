/*
 * The program and its shared libraries, to turn an address into a file and an offset, which are the same in every run.
 */
#include "../runtime.h"
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_MODULES = 1024, MAX_MISSES = 1000 };

static struct module modules[MAX_MODULES];
static int module_count;
static char program[4096];

static int add_module(struct dl_phdr_info *info, size_t size, void *nothing);

const struct module *find_known_module(const void *address) {
  uintptr_t wanted = (uintptr_t)address;
  for (int i = 0; i < module_count; i++) {
    if (wanted >= modules[i].start && wanted < modules[i].end) return &modules[i];
  }
  return NULL;
}

const struct module *find_module(const void *address) {
  const struct module *found = find_known_module(address);
  static unsigned misses;
  /* Code generated at run time is in no module. It must not cost a walk over all modules each time. */
  if (found || misses > MAX_MISSES) return found;
  misses++;
  if (!*program && readlink("/proc/self/exe", program, sizeof program - 1) < 0) strcpy(program, "program");
  module_count = 0;
  dl_iterate_phdr(add_module, NULL);
  return find_known_module(address);
}

const void *find_place(const char *word) {
  const char *offset = strrchr(word, '+');
  find_module((const void *)&find_place);
  for (int i = 0; offset && i < module_count; i++) {
    size_t length = offset - word;
    if (strlen(modules[i].word) != length || memcmp(modules[i].word, word, length) != 0) continue;
    return (const void *)(modules[i].base + strtoull(offset + 1, NULL, 16));
  }
  return NULL;
}

int is_program_code(const void *address) {
  const struct module *module = find_module(address);
  return module && !module->is_system;
}

static int is_system_path(const char *path) {
  static const char *const folders[] = { "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/nix/store/", "linux-vdso" };
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    if (strncmp(path, folders[i], strlen(folders[i])) == 0) return 1;
  }
  return 0;
}

/* A space would end the word, and some other characters have a meaning in places. */
static const char *escape(const char *name) {
  char *word = allocate_private(3 * strlen(name) + 1), *end = word;
  for (; *name; name++) {
    unsigned char sign = (unsigned char)*name;
    if (sign > 32 && sign < 127 && !strchr("%!@+<", sign)) *end++ = *name;
    else end += snprintf(end, 4, "%%%02x", sign);
  }
  return word;
}

/* The loader keeps all segments of a module, code and data, in one range of addresses. */
static int add_module(struct dl_phdr_info *info, size_t size, void *nothing) {
  (void)size, (void)nothing;
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD) continue;
    uintptr_t from = info->dlpi_addr + segment->p_vaddr;
    if (from < start) start = from;
    if (from + segment->p_memsz > end) end = from + segment->p_memsz;
  }
  if (start >= end || module_count == MAX_MODULES) return 0;
  int is_program = !*info->dlpi_name;
  const char *path = is_program ? program : info->dlpi_name;
  int is_this_library = (uintptr_t)&add_module - start < end - start;
  int is_system = is_this_library || (!is_program && is_system_path(path));
  modules[module_count++] = (struct module){ start, end, info->dlpi_addr, escape(path), is_system };
  return 0;
}
