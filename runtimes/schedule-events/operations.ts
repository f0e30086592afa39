import crypto from "node:crypto";
import dns from "node:dns";
import zlib from "node:zlib";
import { gate } from "./event.ts";
import { underWay } from "./gate.ts";
import { uncontrolled } from "./outside.ts";
import { type Any, event, gateCallback, gatePromise, wrap } from "./replace.ts";

/** Compression, cryptography and names: operations of Node's thread pool. */
export function gateOperations(): void {
  for (const name of zlibFunctions()) gateCallback(zlib, name, `zlib.${name}`);
  gateZlibStreams();
  for (const name of cryptoFunctions) gateCallback(crypto, name, `crypto.${name}`);
  gateRandomInt();
  const subtle = Object.getPrototypeOf(crypto.webcrypto.subtle) as object;
  for (const name of Object.getOwnPropertyNames(subtle)) {
    if (name !== "constructor" && name !== "supports") gatePromise(subtle, name, `crypto.subtle.${name}`);
  }
  const { WebAssembly } = globalThis as Any;
  for (const name of ["compile", "instantiate"]) gatePromise(WebAssembly, name, `WebAssembly.${name}`);
  for (const name of Object.keys(dns).filter((each) => /^(lookup|resolve|reverse)/.test(each))) {
    sayNetwork(dns, name);
    sayNetwork(dns.promises, name);
    gateCallback(dns, name, `dns.${name}`);
    if (name in dns.promises) gatePromise(dns.promises, name, `dns.${name}`);
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

/** randomInt answers from a cache in a next tick or from the thread pool: always as an event. */
function gateRandomInt(): void {
  wrap(crypto, "randomInt", (original) => {
    return function randomInt(...args) {
      const callback = args.at(-1);
      if (typeof callback !== "function" || gate.underWay > 0) return original(...args);
      event("crypto.randomInt", () => callback(undefined, original(...args.slice(0, -1))), randomInt);
    };
  });
}

function gateZlibStreams(): void {
  let prototype: object = Object.getPrototypeOf(zlib.createGzip());
  while (!Object.hasOwn(prototype, "_transform")) prototype = Object.getPrototypeOf(prototype) as object;
  wrap(prototype, "_transform", (original) => {
    return function transform(chunk, encoding, callback) {
      if (gate.underWay > 0) return Reflect.apply(original, this, [chunk, encoding, callback]);
      const native = followed(this);
      const finish = (...results: unknown[]) => {
        native.over();
        callback(...results);
      };
      const start = () => Reflect.apply(original, this, [chunk, encoding, finish]);
      event("zlib.transform", start, transform);
    };
  });
}

const follows = new WeakMap<object, { over(): void }>();

/** Knows when the native part of a stream works: from a write to what comes of it. A stream whose output nobody takes rests. */
function followed(stream: Any): { over(): void } {
  const known = follows.get(stream);
  if (known !== undefined) return known;
  let done: (() => void) | undefined;
  const over = () => {
    done?.();
    done = undefined;
  };
  const { push } = stream;
  const { write } = stream._handle;
  stream._handle.write = function (...args: Any[]) {
    over();
    done = underWay();
    return Reflect.apply(write, this, args);
  };
  stream.push = function (...args: Any[]) {
    over();
    return Reflect.apply(push, this, args);
  };
  stream.once("close", over);
  stream.once("error", over);
  follows.set(stream, { over });
  return { over };
}

/** Names other than one's own machine's come from the network. */
function sayNetwork(object: object, name: string): void {
  wrap(object, name, (original) => {
    return function (host, ...rest) {
      if (!/^(localhost|[\d.]+|[\da-f:]*:[\da-f:]*)$/i.test(String(host))) uncontrolled("network");
      return Reflect.apply(original, this, [host, ...rest]);
    };
  });
}
