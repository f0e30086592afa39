/*
 * Loaded into gdb on processors with more registers than it knows. gdb 13 and older write the part of the register state
 * that they know, and Linux refuses to take less than all of it ("Couldn't write extended state status"). So what gdb does
 * not know is read first, and written back as it was.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

typedef long (*Ptrace)(int request, int process, void *address, void *data);

long ptrace(enum __ptrace_request request, ...) {
  static Ptrace original;
  if (!original) original = (Ptrace)dlsym(RTLD_NEXT, "ptrace");
  va_list rest;
  va_start(rest, request);
  int process = va_arg(rest, int);
  void *address = va_arg(rest, void *);
  void *data = va_arg(rest, void *);
  va_end(rest);
  if (request == PTRACE_SETREGSET && (long)address == NT_X86_XSTATE) {
    struct iovec *known = data;
    char bytes[1 << 16];
    struct iovec all = {bytes, sizeof bytes};
    if (original(PTRACE_GETREGSET, process, address, &all) == 0 && known->iov_len < all.iov_len) {
      memcpy(bytes, known->iov_base, known->iov_len);
      return original(PTRACE_SETREGSET, process, address, &all);
    }
  }
  return original(request, process, address, data);
}
