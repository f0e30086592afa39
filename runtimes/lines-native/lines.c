/*
 * Loaded with LD_PRELOAD, this library changes the machine code of one program in memory before it begins: bytes are replaced,
 * some executions of a place run other code, and places note that they were reached.
 *
 * $CULPRIT_LINES is the path of the plan, or $CULPRIT_LINES_BATCH that of many (see runs.c); the table beside it, with `.native` behind its name, says what to do. All numbers are
 * hexadecimal, addresses those in the file of the program:
 *
 *   program PATH           only in this program is anything done,
 *   build-id DIGITS        or in a copy with this name of its contents
 *   report FOLDER          the results go to FOLDER/PID.marks
 *   patch ADDRESS OLD NEW  bytes to be replaced
 *   instances FIRST LAST   which executions of the following sites run the changed code
 *   site ADDRESS OLD       a place where an execution begins ...
 *   original CODE          ... what it runs unchanged ...
 *   fix AT KIND TARGET     (rel: the distance to TARGET goes into the code; low, high: halves of the address)
 *   changed CODE           ... and what it runs changed
 *   trap ADDRESS OLD       a place that notes that it was reached; in ascending order
 *
 * The results are a `struct results` and a byte for each trap. They are in memory that is shared with the file, so that they
 * outlive the process however it ends. Nothing here calls malloc: the program's heap has to look as it always does.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <signal.h>
#include <ucontext.h>

#include "table.h"

enum { STARTED, DONE, OTHER_BYTES, NOT_WRITABLE, NO_ROOM_NEARBY };

struct results {
  uint64_t status;
  uint64_t hits;
};

struct trap {
  uintptr_t address;
  uint8_t byte;
};

struct site {
  uintptr_t address;
  uint8_t *original, *changed;
};

static const uint8_t breakpoint = 0xcc;
extern int lines_keep_breakpoints;
const char *lines_next_plan(const char *batch);

static struct {
  uintptr_t bias, start, end; /* The executable part of the program, as loaded. */
  struct results *results;
  uint8_t *marks;
  struct trap *traps;
  size_t trap_count;
  struct site *sites;
  size_t site_count;
  uint8_t *code; /* For the code of sites. */
  uint64_t first, last;
} lines;

/* ---- Code in the table ---- */

static uint8_t digits_to_byte(const char *digits) {
  char two[3] = {digits[0], digits[1], 0};
  return strtoul(two, NULL, 16);
}

/* The bytes up to the next space or the end of the line; returns how many. */
static size_t bytes(const char **at, uint8_t *to) {
  size_t count = 0;
  for (; **at > ' '; *at += 2) to[count++] = digits_to_byte(*at);
  if (**at == ' ') ++*at;
  return count;
}

/* ---- The program ---- */

static int see_program(struct dl_phdr_info *info, size_t size, void *build_id) {
  (void)size;
  lines.bias = info->dlpi_addr;
  lines.start = UINTPTR_MAX;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    uintptr_t start = info->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
    if (part->p_type == PT_LOAD && part->p_flags & PF_X) {
      if (start < lines.start) lines.start = start;
      if (end > lines.end) lines.end = end;
    }
    if (part->p_type != PT_NOTE) continue;
    for (uintptr_t at = start; at + sizeof(ElfW(Nhdr)) < end;) {
      const ElfW(Nhdr) *note = (const void *)at;
      const uint8_t *contents = (const uint8_t *)(note + 1) + ((note->n_namesz + 3) & ~3u);
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && note->n_descsz <= 64)
        for (size_t k = 0; k < note->n_descsz; k++) sprintf((char *)build_id + 2 * k, "%02x", contents[k]);
      at = (uintptr_t)contents + ((note->n_descsz + 3) & ~3u);
    }
  }
  return 1; /* The program is the first; the libraries do not matter. */
}

static int is_program(const char *table) {
  char path[4096] = "", wanted[160] = "", build_id[160] = "";
  struct stat self, program;
  dl_iterate_phdr(see_program, build_id);
  const char *named = find_line(table, "program"), *id = find_line(table, "build-id");
  if (named) copy_line(named, path, sizeof path);
  if (id) copy_line(id, wanted, sizeof wanted);
  if (*wanted && strcmp(wanted, build_id) == 0) return 1;
  return stat("/proc/self/exe", &self) == 0 && stat(path, &program) == 0 && self.st_dev == program.st_dev &&
         self.st_ino == program.st_ino;
}

/* ---- The environment that the program and its children see ---- */

extern char **environ;

static void remove_variable(const char *name) {
  size_t length = strlen(name);
  char **to = environ;
  for (char **from = environ; *from; from++)
    if (strncmp(*from, name, length) != 0 || (*from)[length] != '=') *to++ = *from;
  *to = NULL;
}

static void remove_preload(void) {
  Dl_info self;
  char *list = getenv("LD_PRELOAD");
  if (list == NULL || !dladdr(&lines, &self)) return;
  size_t length = strlen(self.dli_fname);
  for (char *at = list; *at;) {
    size_t entry = strcspn(at, " :");
    size_t whole = entry + strspn(at + entry, " :");
    if (entry == length && strncmp(at, self.dli_fname, length) == 0) memmove(at, at + whole, strlen(at + whole) + 1);
    else at += whole;
  }
  for (size_t end = strlen(list); end > 0 && strchr(" :", list[end - 1]); end--) list[end - 1] = 0;
  if (!*list) remove_variable("LD_PRELOAD");
}

/* ---- Patches ---- */

static int protect(int how) {
  uintptr_t start = lines.start & ~4095ul;
  return mprotect((void *)start, lines.end - start, how);
}

/* Whether the loaded bytes are those of the table: otherwise the program was compiled again in the meantime. */
static int has_expected_bytes(const char *table) {
  uint8_t old[256];
  for (const char *line = table; *line; line = next_line(line)) {
    const char *at = text_behind(line, "patch");
    if (!at) at = text_behind(line, "site");
    if (!at) at = text_behind(line, "trap");
    if (!at) continue;
    uintptr_t address = lines.bias + number(&at);
    size_t length = bytes(&at, old);
    if (address < lines.start || address + length > lines.end || memcmp((void *)address, old, length) != 0) return 0;
  }
  return 1;
}

/* Memory so near to the program that jumps reach from one to the other. */
static uint8_t *pages_nearby(size_t size) {
  const intptr_t step = 1 << 20;
  for (int k = 1; k < 1500; k++)
    for (int below = 1; below >= 0; below--) {
      intptr_t start = lines.start & ~(step - 1);
      intptr_t at = below ? start - k * step : start + (k + 64) * step;
      if (at < step) continue;
      void *found = mmap((void *)at, size, PROT_READ | PROT_WRITE | PROT_EXEC,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
      if (found == (void *)at) return found;
      if (found != MAP_FAILED) munmap(found, size); /* Kernels before 4.17 take the address as a hint. */
    }
  return NULL;
}

static void fix_code(uint8_t *code, const char *at) {
  uint8_t *place = code + number(&at);
  char kind = *at;
  at = strchr(at, ' ') + 1;
  uintptr_t target = lines.bias + number(&at);
  uint32_t value = kind == 'r' ? target - (uintptr_t)(place + 4) : kind == 'h' ? target >> 32 : target;
  memcpy(place, &value, 4);
}

static void carry_out(const char *table) {
  uint8_t new[256], *code = NULL;
  for (const char *line = table, *at; *line; line = next_line(line)) {
    struct site *site = lines.sites + lines.site_count - 1;
    if ((at = text_behind(line, "patch"))) {
      uint8_t *place = (uint8_t *)lines.bias + number(&at);
      bytes(&at, new);
      memcpy(place, new, bytes(&at, new));
    } else if ((at = text_behind(line, "instances"))) {
      lines.first = number(&at);
      lines.last = number(&at);
    } else if ((at = text_behind(line, "site"))) {
      lines.sites[lines.site_count++].address = lines.bias + number(&at);
    } else if ((at = text_behind(line, "original"))) {
      site->original = code = lines.code;
      lines.code += bytes(&at, code);
    } else if ((at = text_behind(line, "changed"))) {
      site->changed = code = lines.code;
      lines.code += bytes(&at, code);
    } else if ((at = text_behind(line, "fix"))) {
      fix_code(code, at);
    } else if ((at = text_behind(line, "trap"))) {
      lines.traps[lines.trap_count++].address = lines.bias + number(&at);
    }
  }
}

static void set_breakpoints(void) {
  for (size_t i = 0; i < lines.site_count; i++) *(uint8_t *)lines.sites[i].address = breakpoint;
  for (size_t i = 0; i < lines.trap_count; i++) {
    lines.traps[i].byte = *(uint8_t *)lines.traps[i].address;
    *(uint8_t *)lines.traps[i].address = breakpoint;
  }
}

/* ---- Breakpoints ---- */

static struct trap *find_trap(uintptr_t address) {
  size_t low = 0, high = lines.trap_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (lines.traps[middle].address == address) return &lines.traps[middle];
    if (lines.traps[middle].address < address) low = middle + 1;
    else high = middle;
  }
  return NULL;
}

static struct site *find_site(uintptr_t address) {
  for (size_t i = 0; i < lines.site_count; i++)
    if (lines.sites[i].address == address) return &lines.sites[i];
  return NULL;
}

/*
 * A trap works once: the byte that was there comes back. Where a site is as well, that byte is the site's breakpoint, and the
 * same place is met again at once. Another thread may meet a trap that is just being removed; doing it twice does no harm.
 */
static void on_breakpoint(int number, siginfo_t *info, void *context) {
  (void)info;
  greg_t *next = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  uintptr_t address = *next - 1;
  struct trap *trap = find_trap(address);
  struct site *site = find_site(address);
  if (trap && !(site && lines.marks[trap - lines.traps])) {
    lines.marks[trap - lines.traps] = 1;
    *(volatile uint8_t *)address = trap->byte;
    *next = address;
  } else if (site) {
    uint64_t hit = __atomic_add_fetch(&lines.results->hits, 1, __ATOMIC_RELAXED);
    *next = (greg_t)(hit >= lines.first && hit <= lines.last ? site->changed : site->original);
  } else {
    signal(number, SIG_DFL); /* The program's own: it ends as it always does. */
    raise(number);
  }
}

static void handle_breakpoints(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESTART};
  action.sa_sigaction = on_breakpoint;
  sigfillset(&action.sa_mask);
  sigaction(SIGTRAP, &action, NULL);
  lines_keep_breakpoints = 1;
}

/* ---- The beginning ---- */

static size_t count_lines(const char *table, const char *word) {
  size_t count = 0;
  for (const char *line = table; *line; line = next_line(line)) count += text_behind(line, word) != NULL;
  return count;
}

static int share_results(const char *table) {
  char folder[4096] = "", path[4200];
  size_t size = sizeof(struct results) + count_lines(table, "trap");
  const char *named = find_line(table, "report");
  if (named) copy_line(named, folder, sizeof folder);
  snprintf(path, sizeof path, "%s/%d.marks", folder, (int)getpid());
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return 0;
  void *found = ftruncate(file, size) == 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  close(file);
  if (found == MAP_FAILED) return 0;
  lines.results = found;
  lines.marks = (uint8_t *)(lines.results + 1);
  return 1;
}

static int change_program(const char *table) {
  size_t sites = count_lines(table, "site"), traps = count_lines(table, "trap");
  if (!has_expected_bytes(table)) return OTHER_BYTES;
  lines.sites = pages(sites * sizeof *lines.sites);
  lines.traps = pages(traps * sizeof *lines.traps);
  /* A byte of code has two digits. */
  if (sites > 0 && !(lines.code = pages_nearby(strlen(table)))) return NO_ROOM_NEARBY;
  if (protect(PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return NOT_WRITABLE;
  if (sites + traps > 0) handle_breakpoints();
  carry_out(table);
  set_breakpoints();
  if (traps == 0) protect(PROT_READ | PROT_EXEC);
  return DONE;
}

__attribute__((constructor)) static void begin(void) {
  const char *plan = getenv("CULPRIT_LINES"), *batch = getenv("CULPRIT_LINES_BATCH");
  const char *table = batch ? read_table(batch) : plan ? read_table(plan) : NULL;
  if (table == NULL || !is_program(table)) return;
  remove_preload();
  remove_variable("CULPRIT_LINES");
  remove_variable("CULPRIT_LINES_BATCH");
  if (batch && !(table = read_table(lines_next_plan(table)))) return;
  if (share_results(table)) lines.results->status = change_program(table);
}
