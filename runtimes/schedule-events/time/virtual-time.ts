import { real } from "../replacements/real-functions.ts";
import { replace } from "../replacements/replace.ts";
import { ifControlled, scope } from "../replacements/scope.ts";
import { clock } from "../scheduler/clock.ts";

/** Makes Date, performance.now and process.hrtime show virtual time, which begins at `epoch`. */
export function useVirtualTime(epoch: number): void {
  clock.epoch = epoch;
  replaceDate();
  const read = () => clock.read();
  replace(performance, "now", ifControlled(read, performance.now));
  replaceHrtime();
}

function replaceDate(): void {
  const original = real.Date;
  const now = () => Math.floor(clock.epoch + clock.read());
  const replaced = new Proxy(original, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 && scope.isControlled() ? [now()] : args, newTarget) as object,
    apply: (target) => (scope.isControlled() ? new target(now()).toString() : target()),
  });
  replace(original, "now", ifControlled(now, original.now));
  original.prototype.constructor = replaced;
  globalThis.Date = replaced;
}

function replaceHrtime(): void {
  const nanoseconds = () => BigInt(Math.round(clock.read() * 1e6));
  const hrtime = (earlier?: [number, number]): [number, number] => {
    const total = nanoseconds() - (earlier ? BigInt(earlier[0]) * 1_000_000_000n + BigInt(earlier[1]) : 0n);
    return [Number(total / 1_000_000_000n), Number(total % 1_000_000_000n)];
  };
  const original = process.hrtime;
  const bigint = ifControlled(nanoseconds, original.bigint);
  replace(process, "hrtime", Object.assign(ifControlled(hrtime, original), { bigint }));
}
