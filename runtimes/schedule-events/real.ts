import fs from "node:fs";

interface Inner {
  _tickCallback(): void;
  _getActiveRequests(): readonly object[];
  reallyExit(code: number): never;
}
const inner = process as unknown as Inner;

/** Ends the process at once, without the program's exit listeners. */
const reallyExit = inner.reallyExit;
export function exitNow(code: number): never {
  return reallyExit.call(process, code);
}

/** What the gate itself uses: taken before anything is replaced. */
export const real = {
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  clearTimeout: globalThis.clearTimeout,
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

  /** Runs the next-tick callbacks and promise jobs that wait. */
  runMicrotasks: () => inner._tickCallback(),
  /** File operations under way that the gate did not start: the module loader's. */
  fileRequests: () => {
    const requests = inner._getActiveRequests();
    let count = 0;
    for (const request of requests) if (/^(FSReq|FileHandleCloseReq)/.test(request.constructor.name)) count++;
    return count;
  },
};
