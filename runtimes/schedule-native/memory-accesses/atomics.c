/*
 * With -fsanitize=thread the compiler replaces atomic operations, and copies of memory, by calls of these functions.
 * So they are yield points and also do the operation.
 */
#include "../runtime.h"

EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size) {
  step(CALLER_PC, "writes", to);
  return __builtin_memcpy(to, from, size);
}
EXPORT void *__tsan_memmove(void *to, const void *from, size_t size) {
  step(CALLER_PC, "writes", to);
  return __builtin_memmove(to, from, size);
}
EXPORT void *__tsan_memset(void *to, int byte, size_t size) {
  step(CALLER_PC, "writes", to);
  return __builtin_memset(to, byte, size);
}

/* ---- atomic operations, all sequentially consistent: never weaker than what was asked for */

static void atomic_step(const void *pc, const char *action, const volatile void *object) {
  note_sync();
  step(pc, action, object);
}

#define FETCH(bits, type, name, operation) \
  EXPORT type __tsan_atomic##bits##_##name(volatile type *at, type by, int order) { \
    (void)order; \
    atomic_step(CALLER_PC, "updates", at); \
    return operation(at, by, __ATOMIC_SEQ_CST); \
  }
#define COMPARE_EXCHANGE(bits, type, strength) \
  EXPORT int __tsan_atomic##bits##_compare_exchange_##strength( \
      volatile type *at, type *expected, type to, int order, int failure_order) { \
    (void)order, (void)failure_order; \
    atomic_step(CALLER_PC, "updates", at); \
    return __atomic_compare_exchange_n(at, expected, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }
#define ATOMIC(bits, type) \
  EXPORT type __tsan_atomic##bits##_load(const volatile type *at, int order) { \
    (void)order; \
    atomic_step(CALLER_PC, "reads", at); \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST); \
  } \
  EXPORT void __tsan_atomic##bits##_store(volatile type *at, type to, int order) { \
    (void)order; \
    atomic_step(CALLER_PC, "writes", at); \
    __atomic_store_n(at, to, __ATOMIC_SEQ_CST); \
  } \
  FETCH(bits, type, exchange, __atomic_exchange_n) \
  FETCH(bits, type, fetch_add, __atomic_fetch_add) FETCH(bits, type, fetch_sub, __atomic_fetch_sub) \
  FETCH(bits, type, fetch_and, __atomic_fetch_and) FETCH(bits, type, fetch_or, __atomic_fetch_or) \
  FETCH(bits, type, fetch_xor, __atomic_fetch_xor) FETCH(bits, type, fetch_nand, __atomic_fetch_nand) \
  COMPARE_EXCHANGE(bits, type, strong) COMPARE_EXCHANGE(bits, type, weak) \
  EXPORT type __tsan_atomic##bits##_compare_exchange_val( \
      volatile type *at, type expected, type to, int order, int failure_order) { \
    (void)order, (void)failure_order; \
    atomic_step(CALLER_PC, "updates", at); \
    __atomic_compare_exchange_n(at, &expected, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected; \
  }
ATOMIC(8, uint8_t) ATOMIC(16, uint16_t) ATOMIC(32, uint32_t) ATOMIC(64, uint64_t)

EXPORT void __tsan_atomic_thread_fence(int order) {
  (void)order;
  atomic_step(CALLER_PC, NULL, NULL);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
EXPORT void __tsan_atomic_signal_fence(int order) { (void)order; }

/* ---- 16 bytes: some compilers need libatomic for them. One lock is enough, as all of them are done here. */
typedef unsigned __int128 wide;
static char wide_lock;
static void lock_wide(void) {
  while (__atomic_test_and_set(&wide_lock, __ATOMIC_ACQUIRE)) continue;
}
static void unlock_wide(void) { __atomic_clear(&wide_lock, __ATOMIC_RELEASE); }

static wide set_wide(volatile wide *at, wide to) {
  wide old = *at;
  *at = to;
  return old;
}
#define WIDE(name, value) \
  EXPORT wide __tsan_atomic128_##name(volatile wide *at, wide by, int order) { \
    (void)order; \
    atomic_step(CALLER_PC, "updates", at); \
    lock_wide(); \
    wide old = set_wide(at, value); \
    unlock_wide(); \
    return old; \
  }
WIDE(exchange, by) WIDE(fetch_add, *at + by) WIDE(fetch_sub, *at - by) WIDE(fetch_and, *at & by)
WIDE(fetch_or, *at | by) WIDE(fetch_xor, *at ^ by) WIDE(fetch_nand, ~(*at & by))

EXPORT wide __tsan_atomic128_load(const volatile wide *at, int order) {
  (void)order;
  atomic_step(CALLER_PC, "reads", at);
  lock_wide();
  wide value = *at;
  unlock_wide();
  return value;
}
EXPORT void __tsan_atomic128_store(volatile wide *at, wide to, int order) {
  (void)order;
  atomic_step(CALLER_PC, "writes", at);
  lock_wide();
  set_wide(at, to);
  unlock_wide();
}

static wide compare_exchange_wide(volatile wide *at, wide expected, wide to) {
  lock_wide();
  wide old = *at;
  if (old == expected) *at = to;
  unlock_wide();
  return old;
}
EXPORT wide __tsan_atomic128_compare_exchange_val(
    volatile wide *at, wide expected, wide to, int order, int failure_order) {
  (void)order, (void)failure_order;
  atomic_step(CALLER_PC, "updates", at);
  return compare_exchange_wide(at, expected, to);
}
EXPORT int __tsan_atomic128_compare_exchange_strong(
    volatile wide *at, wide *expected, wide to, int order, int failure_order) {
  (void)order, (void)failure_order;
  atomic_step(CALLER_PC, "updates", at);
  wide old = *expected;
  *expected = compare_exchange_wide(at, old, to);
  return *expected == old;
}
EXPORT int __tsan_atomic128_compare_exchange_weak(
    volatile wide *at, wide *expected, wide to, int order, int failure_order) {
  return __tsan_atomic128_compare_exchange_strong(at, expected, to, order, failure_order);
}
