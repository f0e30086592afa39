import { describe, expect, test } from "vitest";
import { expectDifferent, expectSame, identified } from "./run.ts";

describe("sanitizers", () => {
  const race = (first: string, second: string) => `==================
WARNING: ThreadSanitizer: data race (pid=6252)
  Read of size 4 at 0x557e05621054 by thread T2:
    #0 ${first} /src/t.c:2 (tt+0x11cc)
    #1 worker /src/t.c:9 (tt+0x1214)

  Previous write of size 4 at 0x557e05621054 by thread T1:
    #0 ${second} /src/t.c:2:26 (tt+0x11e4) (BuildId: 5d76698b80963839a9643a6deaae2888a5842b6b)
    #1 worker /src/t.c:9 (tt+0x1214)

  Thread T2 (tid=6255, running) created by main thread at:
    #0 pthread_create ../../../../src/libsanitizer/tsan/tsan_interceptors_posix.cpp:1001 (libtsan.so.2+0x5e686)
    #1 main /src/t.c:3 (tt+0x1276)
`;

  test("a data race is the same whichever thread is reported first", () => {
    expect(identified(race("bump", "peek"))).toEqual({
      kind: "ThreadSanitizer: data race",
      message: "",
      frames: ["bump", "peek"],
    });
    expectSame(identified(race("bump", "peek")), identified(race("peek", "bump")));
    expectDifferent(identified(race("bump", "peek")), identified(race("bump", "bump")));
  });

  test("MemorySanitizer", () => {
    const report = `==6238==WARNING: MemorySanitizer: use-of-uninitialized-value
    #0 0x5576fccb42d7 in parse(std::vector<int, std::allocator<int> > const&) /src/p.cc:22:12
    #1 0x5576fccb42d7 in main /src/p.cc:30:1
    #2 0x7fb4b7dbb249 in __libc_start_call_main csu/../sysdeps/nptl/libc_start_call_main.h:58:16
    #3 0x5576fcc2d2c0 in _start (/src/pm+0x212c0) (BuildId: efe1d9b2503e8281c69e11c1ab0a8086269c97fa)
`;
    expect(identified(report)).toEqual({
      kind: "MemorySanitizer: use-of-uninitialized-value",
      message: "",
      frames: ["parse", "main"],
    });
  });

  test("LeakSanitizer has who allocated, not the allocator", () => {
    const report = `
==6216==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 16 byte(s) in 1 object(s) allocated from:
    #0 0x7fb6d68b89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x55c3fd0476a1 in make_list /src/p.c:9
    #2 0x7fb6d5e45249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
`;
    expect(identified(report)).toEqual({
      kind: "LeakSanitizer: detected memory leaks",
      message: "",
      frames: ["make_list"],
    });
  });

  test("UndefinedBehaviorSanitizer without a trace has the file, unless it is the candidate", () => {
    const report = "/src/lib/sum.c:16:55: runtime error: load of null pointer of type 'int'\n";
    expect(identified(report).frames).toEqual(["(sum.c)"]);
    expect(identified(report, ["/src/lib/sum.c", "sum.c"]).frames).toEqual([]);
    const traced = `${report}    #0 0x55 in sum (/build/prog+0x1)\n    #1 0x56 in main (/build/prog+0x2)\n`;
    expect(identified(traced).frames).toEqual(["sum", "main"]);
    expect(identified(traced, ["/src/lib/sum.c", "sum.c"]).frames).toEqual([]);
  });

  test("a stack overflow may end in any function of the circle", () => {
    const report = (names: string[]) =>
      `==1==ERROR: AddressSanitizer: stack-overflow on address 0x7ffe (pc 0x1 bp 0x2 sp 0x3 T0)\n${names
        .map((name, number) => `    #${number} 0x55${number} in ${name} /src/a.c:${number}`)
        .join("\n")}\n`;
    expectSame(identified(report(["even", "odd", "even"])), identified(report(["helper", "odd", "even", "odd"])));
    expectDifferent(identified(report(["even", "odd", "even"])), identified(report(["visit", "visit"])));
  });
});

describe("assertions", () => {
  test.each([
    ["musl", "Assertion failed: n > 0 (src/a.c: check: 12)"],
    ["macOS", "Assertion failed: (n > 0), function check, file a.c, line 12."],
    ["glibc", "prog: ../src/a.c:12: int check(int): Assertion `n > 0' failed."],
    ["GLib", "ERROR:src/a.c:12:check: assertion failed: n > 0"],
  ])("of %s", (_, line) => {
    expect(identified(`starting\n${line}\n`)).toEqual({
      kind: "assertion failed",
      message: "n > 0",
      frames: ["check"],
    });
  });

  test("of a template keep the function without its arguments", () => {
    const line =
      'opt: /llvm/Casting.h:578: decltype(auto) llvm::cast(From*) [with To = llvm::X; From = llvm::Y]: Assertion `isa<To>(Val) && "cast<Ty>() argument of incompatible type!"\' failed.';
    expect(identified(line)).toMatchObject({
      message: 'isa<To>(Val) && "cast<Ty>() argument of incompatible type!"',
      frames: ["llvm::cast"],
    });
  });
});

describe("compilers", () => {
  test("gcc with names in its backtrace", () => {
    const text = `/src/gemm.hpp:47:11: internal compiler error: in tsubst_copy, at cp/pt.c:13039
         C(i,j) = beta*C(i,j);
           ^
0x101fe577 tsubst_copy
\t../.././gcc/cp/pt.c:13039
0x101ebd03 tsubst_copy_and_build(tree_node*, tree_node*, int, tree_node*, bool, bool)
\t../.././gcc/cp/pt.c:15795
0x101eca5b tsubst_copy_and_build(tree_node*, tree_node*, int, tree_node*, bool, bool)
\t../.././gcc/cp/pt.c:14823
0x101f5d43 tsubst_expr
\t../.././gcc/cp/pt.c:14604
`;
    expect(identified(text)).toEqual({
      kind: "internal compiler error",
      message: "in tsubst_copy, at ·",
      frames: ["tsubst_copy", "tsubst_copy_and_build", "tsubst_expr"],
    });
  });

  test("gcc that was hit by a signal", () => {
    const crashed =
      "a.cc:1:2: internal compiler error: Segmentation fault\n0xcb7f5f crash_signal\n\t../toplev.c:328\n0x7ae02d tsubst(tree_node*)\n\tpt.c:1\n";
    expect(identified(crashed)).toMatchObject({ message: "Segmentation fault", frames: ["tsubst"] });
    const killed = "gcc: internal compiler error: Killed signal terminated program cc1plus\n";
    expect(identified(killed)).toMatchObject({ message: "Killed signal terminated program cc1plus", frames: [] });
  });

  test("gcc that lost its way after other errors", () => {
    const text = "b.c:5:9: error: ‘return’ with a value\nb.c:6: confused by earlier errors, bailing out\n";
    expect(identified(text)).toMatchObject({ message: "confused by earlier errors, bailing out", frames: [] });
  });

  test("rustc that was hit by a signal", () => {
    const text = "error: rustc interrupted by SIGSEGV, printing backtrace\n\n/lib/librustc_driver.so(+0x3)[0x7f]\n";
    expect(identified(text)).toMatchObject({ message: "interrupted by SIGSEGV, printing backtrace", frames: [] });
  });

  test("clang with source positions, behind its signal handlers", () => {
    const text = `PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/
Stack dump:
0.\tProgram arguments: clang -c a.c
1.\t<eof> parser at end of file
 #0 0x000055d1 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) /llvm/lib/Support/Unix/Signals.inc:565:22
 #1 0x000055d2 llvm::sys::RunSignalHandlers() /llvm/lib/Support/Signals.cpp:104:20
 #2 0x000055d3 SignalHandler(int) /llvm/lib/Support/Unix/Signals.inc:407:1
 #3 0x00007f12 __restore_rt (/lib/libpthread.so.0+0x12730)
 #4 0x000055d4 (anonymous namespace)::Lowering<int>::visit(llvm::Value*, unsigned) /llvm/lib/X.cpp:12:3
 #5 0x000055d5 llvm::SmallVectorImpl<llvm::Value*>::operator[](unsigned long) const /llvm/include/SmallVector.h:1:2
 #6 0x000055d6 std::function<void ()>::operator()() const (.isra.0) /usr/include/functional:9:1
`;
    expect(identified(text)).toEqual({
      kind: "LLVM crash",
      message: "",
      frames: [
        "(anonymous namespace)::Lowering::visit",
        "llvm::SmallVectorImpl::operator[]",
        "std::function::operator()",
      ],
    });
  });

  test("LLVM that cannot select an instruction, whatever the number of the node", () => {
    const text = (node: number) =>
      `LLVM ERROR: Cannot select: t${node}: v4i32 = X86ISD::VZEXT t${node + 3}\nStack dump:\n0.\tProgram arguments: llc a.ll\n1.\tRunning pass 'X86 DAG->DAG Instruction Selection' on function '@f${node}'\n`;
    expect(identified(text(12))).toEqual({
      kind: "LLVM ERROR",
      message: "Cannot select: ·: v4i32 = X86ISD::VZEXT ·",
      frames: ["(pass X86 DAG->DAG Instruction Selection)"],
    });
    expectSame(identified(text(12)), identified(text(200)));
  });

  test("LLVM at a place that is never reached", () => {
    const text = "Unknown type for 'x'!\nUNREACHABLE executed at /llvm/lib/A.cpp:12!\n";
    expect(identified(text)).toEqual({ kind: "LLVM UNREACHABLE", message: "Unknown type for ·!", frames: [] });
  });

  test("rustc that reports a bug of its own", () => {
    const text = `error: internal compiler error: compiler/rustc_middle/src/ty/mod.rs:12:3: no type for node HirId(DefId(0:3 ~ a[1234]::main).5)

thread 'rustc' panicked at compiler/rustc_errors/src/lib.rs:995:33:
Box<dyn Any>
stack backtrace:
   0:     0x7f2c5f9a8c25 - std::backtrace::Backtrace::create::h0123456789abcdef
   1:     0x7f2c5e0fbf3c - std::panicking::begin_panic::<rustc_errors::ExplicitBug>
   2:     0x7f2c60ce1a2f - rustc_middle::util::bug::opt_span_bug_fmt::<rustc_span::span_encoding::Span>::{closure#0}
   3:     0x7f2c60ce1a2f - rustc_middle::ty::context::tls::with_opt::<rustc_middle::util::bug::opt_span_bug_fmt<rustc_span::span_encoding::Span>::{closure#0}, !>::{closure#0}
   4:     0x7f2c60ce1a2f - <rustc_hir_typeck::writeback::WritebackCx as rustc_hir::intravisit::Visitor>::visit_expr
   5:     0x7f2c60ce1a2f - rustc_query_system::query::plumbing::try_execute_query::<rustc_query_impl::DynamicConfig<X>, false>
   6:     0x7f2c60ce1a2f - rustc_hir_typeck::typeck::h0123456789abcdef
`;
    expect(identified(text)).toEqual({
      kind: "internal compiler error",
      message: "·: no type for node HirId(DefId(·).·)",
      frames: [
        "<rustc_hir_typeck::writeback::WritebackCx as rustc_hir::intravisit::Visitor>::visit_expr",
        "rustc_hir_typeck::typeck",
      ],
    });
  });
});

describe("libraries and virtual machines", () => {
  test("Rust before 1.73 said it on one line", () => {
    const text =
      "thread 'main' panicked at 'cannot handle \"x\" at 7', src/parse/mod.rs:5:7\nnote: run with `RUST_BACKTRACE=1`\n";
    expect(identified(text)).toEqual({ kind: "panic", message: "cannot handle · at ·", frames: ["(mod.rs)"] });
  });

  test("Rust without debug information tells only where the panic was", () => {
    const text =
      "thread 'main' panicked at src/a.rs:2:40:\nno\nstack backtrace:\n   0: rust_begin_unwind\n   1: prog::inner\n   2: prog::main\n";
    expect(identified(text).frames).toEqual(["prog::inner", "prog::main"]);
    expect(identified(text, ["/input/src/a.rs", "a.rs"]).frames).toEqual([]);
  });

  test("the first panic counts, the others follow from it", () => {
    const first = "\nthread '<unnamed>' panicked at src/a.rs:2:40:\nfirst reason\n";
    const second =
      "\nthread 'main' panicked at src/b.rs:12:61:\ncalled `Result::unwrap()` on an `Err` value: Any { .. }\n";
    expect(identified(first + second).message).toBe("first reason");
  });

  test("libc++ says what was thrown on one line", () => {
    const text = "libc++abi: terminating due to uncaught exception of type std::out_of_range: vector 3\n";
    expect(identified(text)).toEqual({ kind: "std::out_of_range", message: "vector ·", frames: [] });
  });

  test("Go before 1.21 printed its own functions too", () => {
    const text = `panic: assignment to entry in nil map [recovered]
\tpanic: assignment to entry in nil map

goroutine 19 [running]:
testing.tRunner.func1.2({0x50a680, 0x556990})
\t/usr/local/go/src/testing/testing.go:1396 +0x24e
panic({0x50a680, 0x556990})
\t/usr/local/go/src/runtime/panic.go:884 +0x212
runtime.mapassign_faststr(0x0, {0x53, 0x3})
\t/usr/local/go/src/runtime/map_faststr.go:205 +0x1f
example.com/store.(*Store[...]).Put(0xc0000a6000, {0x53, 0x3})
\t/src/store/store.go:9 +0x48
testing.tRunner(0xc000083520, 0x53a0b8)
\t/usr/local/go/src/testing/testing.go:1446 +0x10b
created by testing.(*T).Run
\t/usr/local/go/src/testing/testing.go:1493 +0x35f
`;
    expect(identified(text)).toEqual({
      kind: "panic",
      message: "assignment to entry in nil map",
      frames: ["example.com/store.(*Store).Put", "testing.tRunner"],
    });
  });

  test("the Java virtual machine", () => {
    const text = `#
# A fatal error has been detected by the Java Runtime Environment:
#
#  SIGSEGV (0xb) at pc=0x00007f5b5c6f1d2a, pid=12345, tid=12346
#
# JRE version: OpenJDK Runtime Environment (17.0.8+7)
# Problematic frame:
# V  [libjvm.so+0x8f1d2a]  PhaseIdealLoop::build_loop_late_post_work(Node*, bool)+0x13a
#
`;
    expect(identified(text)).toEqual({
      kind: "JVM SIGSEGV",
      message: "",
      frames: ["PhaseIdealLoop::build_loop_late_post_work"],
    });
  });
});
