/*
 * What the compiler calls in a program built with -fsanitize=thread and does more than to pass by: atomic operations are done
 * here, and copies of memory.
 */
#include "runtime.h"

EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size) {
  step(CALLER, "writes", to);
  return __builtin_memcpy(to, from, size);
}
EXPORT void *__tsan_memmove(void *to, const void *from, size_t size) {
  step(CALLER, "writes", to);
  return __builtin_memmove(to, from, size);
}
EXPORT void *__tsan_memset(void *to, int byte, size_t size) {
  step(CALLER, "writes", to);
  return __builtin_memset(to, byte, size);
}

/* ---- atomic operations: the order asked for is never weaker than the one given */

#define FETCH(bits, type, name, compute) \
  EXPORT type __tsan_atomic##bits##_##name(volatile type *at, type by, int order) { \
    (void)order; \
    step(CALLER, "updates", at); \
    return compute(at, by, __ATOMIC_SEQ_CST); \
  }
#define EXCHANGE(bits, type, strength, weak) \
  EXPORT int __tsan_atomic##bits##_compare_exchange_##strength( \
      volatile type *at, type *expected, type to, int order, int failed) { \
    (void)order, (void)failed; \
    step(CALLER, "updates", at); \
    return __atomic_compare_exchange_n(at, expected, to, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }
#define ATOMIC(bits, type) \
  EXPORT type __tsan_atomic##bits##_load(const volatile type *at, int order) { \
    (void)order; \
    step(CALLER, "reads", at); \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST); \
  } \
  EXPORT void __tsan_atomic##bits##_store(volatile type *at, type to, int order) { \
    (void)order; \
    step(CALLER, "writes", at); \
    __atomic_store_n(at, to, __ATOMIC_SEQ_CST); \
  } \
  FETCH(bits, type, exchange, __atomic_exchange_n) \
  FETCH(bits, type, fetch_add, __atomic_fetch_add) FETCH(bits, type, fetch_sub, __atomic_fetch_sub) \
  FETCH(bits, type, fetch_and, __atomic_fetch_and) FETCH(bits, type, fetch_or, __atomic_fetch_or) \
  FETCH(bits, type, fetch_xor, __atomic_fetch_xor) FETCH(bits, type, fetch_nand, __atomic_fetch_nand) \
  EXCHANGE(bits, type, strong, 0) EXCHANGE(bits, type, weak, 0) \
  EXPORT type __tsan_atomic##bits##_compare_exchange_val( \
      volatile type *at, type expected, type to, int order, int failed) { \
    (void)order, (void)failed; \
    step(CALLER, "updates", at); \
    __atomic_compare_exchange_n(at, &expected, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected; \
  }
ATOMIC(8, uint8_t) ATOMIC(16, uint16_t) ATOMIC(32, uint32_t) ATOMIC(64, uint64_t)

EXPORT void __tsan_atomic_thread_fence(int order) {
  (void)order;
  step(CALLER, NULL, NULL);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
EXPORT void __tsan_atomic_signal_fence(int order) { (void)order; }

/* 16 bytes: not every compiler does them without libatomic; one lock for all is enough, as all of them come through here. */
typedef unsigned __int128 wide;
static char wide_lock;
static void lock_wide(void) {
  while (__atomic_test_and_set(&wide_lock, __ATOMIC_ACQUIRE)) continue;
}
static void unlock_wide(void) { __atomic_clear(&wide_lock, __ATOMIC_RELEASE); }

static wide change_wide(volatile wide *at, wide to) {
  wide old = *at;
  *at = to;
  return old;
}
#define WIDE(name, compute) \
  EXPORT wide __tsan_atomic128_##name(volatile wide *at, wide by, int order) { \
    (void)order; \
    step(CALLER, "updates", at); \
    lock_wide(); \
    wide old = change_wide(at, compute); \
    unlock_wide(); \
    return old; \
  }
WIDE(exchange, by) WIDE(fetch_add, *at + by) WIDE(fetch_sub, *at - by) WIDE(fetch_and, *at & by)
WIDE(fetch_or, *at | by) WIDE(fetch_xor, *at ^ by) WIDE(fetch_nand, ~(*at & by))

EXPORT wide __tsan_atomic128_load(const volatile wide *at, int order) {
  (void)order;
  step(CALLER, "reads", at);
  lock_wide();
  wide value = *at;
  unlock_wide();
  return value;
}
EXPORT void __tsan_atomic128_store(volatile wide *at, wide to, int order) {
  (void)order;
  step(CALLER, "writes", at);
  lock_wide();
  change_wide(at, to);
  unlock_wide();
}

static wide exchange_wide(volatile wide *at, wide expected, wide to) {
  lock_wide();
  wide old = *at;
  if (old == expected) *at = to;
  unlock_wide();
  return old;
}
EXPORT wide __tsan_atomic128_compare_exchange_val(volatile wide *at, wide expected, wide to, int order, int failed) {
  (void)order, (void)failed;
  step(CALLER, "updates", at);
  return exchange_wide(at, expected, to);
}
EXPORT int __tsan_atomic128_compare_exchange_strong(volatile wide *at, wide *expected, wide to, int order, int failed) {
  (void)order, (void)failed;
  step(CALLER, "updates", at);
  wide wanted = *expected;
  *expected = exchange_wide(at, wanted, to);
  return *expected == wanted;
}
EXPORT int __tsan_atomic128_compare_exchange_weak(volatile wide *at, wide *expected, wide to, int order, int failed) {
  return __tsan_atomic128_compare_exchange_strong(at, expected, to, order, failed);
}
