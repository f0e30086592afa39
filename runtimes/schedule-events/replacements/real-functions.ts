import fs from "node:fs";

interface ProcessInternals {
  _tickCallback(): void;
  _getActiveRequests(): readonly object[];
  reallyExit(code: number): never;
}
const internals = process as unknown as ProcessInternals;
const { reallyExit } = internals;

/** Node's own functions, for the runtime itself: taken before any of them is replaced. */
export const real = {
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  clearTimeout: globalThis.clearTimeout,
  clearInterval: globalThis.clearInterval,
  clearImmediate: globalThis.clearImmediate,
  openSync: fs.openSync,
  closeSync: fs.closeSync,
  writeSync: fs.writeSync,
  readFileSync: fs.readFileSync,
  statSync: fs.statSync,
  fstatSync: fs.fstatSync,
  Date: globalThis.Date,
  now: performance.now.bind(performance),
  hrtime: process.hrtime.bigint,

  /** Runs the pending next-tick callbacks and promise jobs. */
  runMicrotasks: () => internals._tickCallback(),
  /** The number of pending file operations. Between events, these are operations that the module loader started. */
  fileRequests: () => {
    const requests = internals._getActiveRequests();
    let count = 0;
    for (const request of requests) if (/^(FSReq|FileHandleCloseReq)/.test(request.constructor.name)) count++;
    return count;
  },
};

/** Ends the process at once, without calling the program's exit listeners. */
export function exitNow(code: number): never {
  return reallyExit.call(process, code);
}
