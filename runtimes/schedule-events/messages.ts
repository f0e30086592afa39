/**
 * Messages between two ports in this thread are events: each is really sent when its turn comes, and its listeners are part of that
 * step. Ports that are handed on to somewhere else are not controlled.
 */
import workerThreads from "node:worker_threads";
import { type Event, gate, Line, made } from "./event.ts";
import { offer, underWay, withdraw } from "./gate.ts";
import { uncontrolled } from "./outside.ts";
import { real } from "./real.ts";
import { type Any, replace, wrap } from "./replace.ts";
import { scope } from "./scope.ts";

/** What one port has to say to the other. */
interface Way {
  readonly to: object;
  readonly line: Line;
  readonly waiting: { readonly event: Event; readonly message: unknown }[];
}
const ways = new WeakMap<object, Way>();
/** What is to be done when a message arrives at a port, before anybody hears of it. */
const arriving = new WeakMap<object, () => void>();
/** How Node, and not only this version, hands a message to whoever listens at a port. */
const deliver = Symbol.for("nodejs.internal.kHybridDispatch");

export function gateMessages(): void {
  const { MessagePort, MessageChannel } = workerThreads;
  const joined = new Proxy(MessageChannel, {
    construct: (target, args, newTarget) => join(Reflect.construct(target, args, newTarget)),
  });
  for (const owner of [globalThis, workerThreads]) replace(owner, "MessageChannel", joined);
  const prototype = MessagePort.prototype as Any;
  wrap(prototype, "postMessage", gatePosts);
  wrap(prototype, "close", gateCloses);
  const dispatch = prototype[deliver];
  replace(prototype, deliver, function (this: object, ...args: Any[]) {
    arriving.get(this)?.();
    return Reflect.apply(dispatch, this, args);
  });
  wrap(workerThreads, "receiveMessageOnPort", (receive) => (port) => receive(port) ?? takeWaiting(port));
}

function join(channel: workerThreads.MessageChannel): workerThreads.MessageChannel {
  if (!scope.includes()) return channel;
  const { port1, port2 } = channel;
  ways.set(port1, { to: port2, line: new Line(), waiting: [] });
  ways.set(port2, { to: port1, line: new Line(), waiting: [] });
  return channel;
}

type Method = (this: object, ...args: Any[]) => Any;

function gatePosts(post: Method): Method {
  return function postMessage(this: object, message, options) {
    const transferred: readonly object[] = (Array.isArray(options) ? options : options?.transfer) ?? [];
    for (const each of transferred) leave(each);
    const way = ways.get(this);
    if (way === undefined || transferred.length > 0 || gate.underWay > 0)
      return Reflect.apply(post, this, [message, options]);
    // As it is now: what is changed later is not sent.
    const copy = structuredClone(message);
    const run = () => {
      way.waiting.shift();
      arrive([way.to], () => Reflect.apply(post, this, [copy]));
    };
    const event = made("message", run, postMessage);
    event.line = way.line;
    way.waiting.push({ event, message: copy });
    offer(event);
  };
}

/** A port that goes elsewhere, and the one that it leaves behind. */
function leave(port: object): void {
  const way = ways.get(port);
  if (way === undefined) return;
  uncontrolled("message port");
  ways.delete(port);
  ways.delete(way.to);
}

/** Nothing else happens until the message is there; it may stay there until somebody listens. */
function arrive(ports: readonly object[], send: () => void): void {
  const done = underWay();
  const over = () => {
    for (const port of ports) arriving.delete(port);
    done();
  };
  for (const port of ports) arriving.set(port, over);
  send();
  real.setImmediate(() => real.setImmediate(over));
}

/** Comes after all that was said before. */
function gateCloses(close: Method): Method {
  return function closePort(this: object, ...args) {
    const way = ways.get(this);
    if (way === undefined || gate.underWay > 0) return Reflect.apply(close, this, args);
    const run = () => arrive([this, way.to], () => Reflect.apply(close, this, args));
    const event = made("message.close", run, closePort);
    event.line = way.line;
    offer(event);
  };
}

function takeWaiting(port: object): { message: unknown } | undefined {
  const from = ways.get(port)?.to;
  const next = from && ways.get(from)?.waiting.shift();
  if (next === undefined) return undefined;
  withdraw(next.event);
  return { message: next.message };
}
