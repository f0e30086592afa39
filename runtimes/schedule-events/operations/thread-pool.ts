import crypto from "node:crypto";
import dns from "node:dns";
import zlib from "node:zlib";
import { type Any, wrap } from "../replacements/replace.ts";
import { beginOperation } from "../scheduler/queue.ts";
import { scheduler } from "../scheduler/state.ts";
import { logUncontrolled } from "../scheduler/uncontrolled.ts";
import { controlCallback, controlPromise, enqueueOperation } from "./controlled-operation.ts";

/** Controls the other operations of Node's thread pool: compression, cryptography, WebAssembly and host names. */
export function controlThreadPool(): void {
  for (const name of zlibFunctions()) controlCallback(zlib, name, `zlib.${name}`);
  controlZlibStreams();
  for (const name of cryptoFunctions) controlCallback(crypto, name, `crypto.${name}`);
  controlRandomInt();
  const subtle = Object.getPrototypeOf(crypto.webcrypto.subtle) as object;
  for (const name of Object.getOwnPropertyNames(subtle)) {
    if (name !== "constructor" && name !== "supports") controlPromise(subtle, name, `crypto.subtle.${name}`);
  }
  const { WebAssembly } = globalThis as Any;
  for (const name of ["compile", "instantiate"]) controlPromise(WebAssembly, name, `WebAssembly.${name}`);
  for (const name of Object.keys(dns).filter((each) => /^(lookup|resolve|reverse)/.test(each))) {
    logNetwork(dns, name);
    logNetwork(dns.promises, name);
    controlCallback(dns, name, `dns.${name}`);
    if (name in dns.promises) controlPromise(dns.promises, name, `dns.${name}`);
  }
}

const cryptoFunctions = [
  "pbkdf2",
  "scrypt",
  "hkdf",
  "randomBytes",
  "randomFill",
  "generateKeyPair",
  "generateKey",
  "generatePrime",
  "checkPrime",
];

function zlibFunctions(): readonly string[] {
  return Object.keys(zlib).filter((each) => `${each}Sync` in zlib);
}

/** Node's randomInt calls back in a next tick or from the thread pool, depending on a cache. Here it is always an event. */
function controlRandomInt(): void {
  wrap(crypto, "randomInt", (original) => {
    return function randomInt(...args) {
      const callback = args.at(-1);
      if (typeof callback !== "function" || scheduler.operations > 0) return original(...args);
      enqueueOperation("crypto.randomInt", () => callback(undefined, original(...args.slice(0, -1))), randomInt);
    };
  });
}

function controlZlibStreams(): void {
  let prototype: object = Object.getPrototypeOf(zlib.createGzip());
  while (!Object.hasOwn(prototype, "_transform")) prototype = Object.getPrototypeOf(prototype) as object;
  wrap(prototype, "_transform", (original) => {
    return function transform(chunk, encoding, callback) {
      if (scheduler.operations > 0) return Reflect.apply(original, this, [chunk, encoding, callback]);
      const native = followNative(this);
      const finish = (...results: unknown[]) => {
        native.end();
        callback(...results);
      };
      const start = () => Reflect.apply(original, this, [chunk, encoding, finish]);
      enqueueOperation("zlib.transform", start, transform);
    };
  });
}

interface NativeWork {
  end(): void;
}
const nativeWork = new WeakMap<object, NativeWork>();

/** Makes the native work of a stream an operation: from a write until it has a result. A stream whose output nobody reads rests. */
function followNative(stream: Any): NativeWork {
  const known = nativeWork.get(stream);
  if (known !== undefined) return known;
  let endOperation: (() => void) | undefined;
  const end = () => {
    endOperation?.();
    endOperation = undefined;
  };
  const { push } = stream;
  const { write } = stream._handle;
  stream._handle.write = function (...args: Any[]) {
    end();
    endOperation = beginOperation();
    return Reflect.apply(write, this, args);
  };
  stream.push = function (...args: Any[]) {
    end();
    return Reflect.apply(push, this, args);
  };
  stream.once("close", end);
  stream.once("error", end);
  nativeWork.set(stream, { end });
  return { end };
}

/** Looking up any host other than this machine uses the network. */
function logNetwork(object: object, name: string): void {
  wrap(object, name, (original) => {
    return function (host, ...rest) {
      if (!/^(localhost|[\d.]+|[\da-f:]*:[\da-f:]*)$/i.test(String(host))) logUncontrolled("network");
      return Reflect.apply(original, this, [host, ...rest]);
    };
  });
}
