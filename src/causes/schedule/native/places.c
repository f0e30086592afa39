/* Addresses as MODULE+0xOFFSET, the same in every run wherever the loader puts things; and memory of our own. */
#include "runtime.h"
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

struct module { uintptr_t start, end, base; const char *name; int ours, system; };
static struct module modules[1024];
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

static const char *keep_name(const char *name) {
  if (!*name) return program;
  size_t size = strlen(name) + 1;
  return memcpy(own_memory(size), name, size);
}

static int add_module(struct dl_phdr_info *info, size_t size, void *nothing) {
  (void)size, (void)nothing;
  const char *name = NULL;
  for (int i = 0; i < info->dlpi_phnum && module_count < 1024; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    if (!name) name = keep_name(info->dlpi_name);
    uintptr_t start = info->dlpi_addr + part->p_vaddr;
    int ours = (uintptr_t)&add_module - start < part->p_memsz;
    modules[module_count++] = (struct module){
      start, start + part->p_memsz, info->dlpi_addr, name, ours, ours || (name != program && is_system_path(name)),
    };
  }
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

size_t place_text(char *into, size_t size, const void *address) {
  const struct module *module = module_of(address);
  int length = module ? snprintf(into, size, "%s+0x%lx", module->name, (unsigned long)((uintptr_t)address - module->base))
                      : snprintf(into, size, "?+0x0");
  return (size_t)length < size ? (size_t)length : size - 1;
}

int is_own_code(const void *address) {
  const struct module *module = module_of(address);
  return module && !module->system;
}

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *context, void *found) {
  int before = 0;
  const char *pc = (const char *)_Unwind_GetIPInfo(context, &before);
  if (!before) pc--;
  if (!is_own_code(pc)) return _URC_NO_REASON;
  *(const void **)found = pc;
  return _URC_NORMAL_STOP;
}

/* std::thread calls pthread_create from a library of the system: what the user knows is who called that. */
const void *nearest_own_frame(const void *pc) {
  if (is_own_code(pc)) return pc;
  const void *found = NULL;
  _Unwind_Backtrace(look_at_frame, &found);
  return found ? found : pc;
}
