import type { Plumbing, TraceFrame } from "../frames.ts";
import { functionName } from "../function-name.ts";

/** The first run of `#0 … #1 …` lines from `start` on, as sanitizers and LLVM print them. */
export function nativeTrace(lines: readonly string[], start: number): readonly TraceFrame[] {
  const frames: TraceFrame[] = [];
  for (const line of lines.slice(start, start + maxTraceLines)) {
    const [, number, rest] = /^\s*#(\d+)\s+(?:0x[0-9a-f]+\s*)?(?:in )?(.*)$/i.exec(line) ?? [];
    if (rest === undefined) {
      if (frames.length > 0) break;
    } else if (frames.length > 0 && number === "0") break;
    else frames.push(nativeFrame(rest));
  }
  return frames;
}

/** Maximum number of lines to search for a trace: it is near its headline, and only its beginning is needed. */
const maxTraceLines = 200;

/** `f(int) /src/a.c:3:7 (prog+0x12) (BuildId: …)`; any part may be missing. */
function nativeFrame(text: string): TraceFrame {
  let rest = text.replace(/\s*\(BuildId: \w+\)$/, "");
  const module = /(?:^|\s)\((\S+)\+0x[0-9a-f]+\)$/.exec(rest);
  if (module) rest = rest.slice(0, module.index);
  const file = /(?:^|\s)(\S+:\d+|<null>)$/.exec(rest);
  if (file) rest = rest.slice(0, file.index);
  const source = file?.[1] === "<null>" ? undefined : file?.[1];
  return { name: functionName(rest), file: source, module: module?.[1] };
}

/** Functions that call `main` and thread functions, or that deliver a signal. */
const start =
  /^(?:__libc_start|_start$|__?start_thread|start_thread$|call_init$|_*clone3?$|__restore_rt|_*(?:raise|gsignal|abort|pthread_kill\w*)$|__GI_|__assert)/;

/** The sanitizers' own functions, and the C library functions that they replace. */
const wrapper =
  /^(?:_*interceptor_|__(?:a|hwa|l|m|t|ub)san|__sanitizer|_?_*(?:mem(?:cpy|move|set|cmp|chr|mem)|str(?:n?cpy|n?cat|n?cmp|n?casecmp|n?dup|n?len|r?chr|str|to\w+)|wcs\w+|v?s?n?printf\w*|[mc]alloc|realloc|free|posix_memalign|aligned_alloc|operator (?:new|delete).*|pthread_\w+)$)/;

export const nativePlumbing: Plumbing = { never: start, unlessAlone: wrapper };
