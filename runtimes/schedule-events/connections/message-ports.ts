/**
 * A message between two ports of this thread is an event: it is sent when the event runs, and its listeners are part of the event.
 * Ports that are transferred to another thread are not controlled.
 */
import workerThreads from "node:worker_threads";
import { real } from "../replacements/real-functions.ts";
import { type Any, replace, wrap } from "../replacements/replace.ts";
import { scope } from "../replacements/scope.ts";
import { type LoopEvent, WaitingLine } from "../scheduler/event.ts";
import { createEvent } from "../scheduler/event-creation.ts";
import { beginOperation, cancel, enqueue } from "../scheduler/queue.ts";
import { scheduler } from "../scheduler/state.ts";
import { logUncontrolled } from "../scheduler/uncontrolled.ts";

/** The messages that one port sends to the other. */
interface Outbox {
  readonly to: object;
  readonly line: WaitingLine;
  readonly waiting: { readonly event: LoopEvent; readonly message: unknown }[];
}
/** By the port that sends. */
const outboxes = new WeakMap<object, Outbox>();
/** What to do when a message arrives at a port, before its listeners are called. */
const onArrival = new WeakMap<object, () => void>();
/** The method by which Node, in all versions we know, calls the listeners of a port. */
const dispatchSymbol = Symbol.for("nodejs.internal.kHybridDispatch");

export function controlMessages(): void {
  const { MessagePort, MessageChannel } = workerThreads;
  const controlled = new Proxy(MessageChannel, {
    construct: (target, args, newTarget) => control(Reflect.construct(target, args, newTarget)),
  });
  for (const owner of [globalThis, workerThreads]) replace(owner, "MessageChannel", controlled);
  const prototype = MessagePort.prototype as Any;
  wrap(prototype, "postMessage", controlPost);
  wrap(prototype, "close", controlClose);
  const dispatch = prototype[dispatchSymbol];
  replace(prototype, dispatchSymbol, function (this: object, ...args: Any[]) {
    onArrival.get(this)?.();
    return Reflect.apply(dispatch, this, args);
  });
  wrap(workerThreads, "receiveMessageOnPort", (receive) => (port) => receive(port) ?? takeWaiting(port));
}

function control(channel: workerThreads.MessageChannel): workerThreads.MessageChannel {
  if (!scope.isControlled()) return channel;
  const { port1, port2 } = channel;
  outboxes.set(port1, { to: port2, line: new WaitingLine(), waiting: [] });
  outboxes.set(port2, { to: port1, line: new WaitingLine(), waiting: [] });
  return channel;
}

type Method = (this: object, ...args: Any[]) => Any;

function controlPost(post: Method): Method {
  return function postMessage(this: object, message, options) {
    const transferred: readonly object[] = (Array.isArray(options) ? options : options?.transfer) ?? [];
    for (const each of transferred) release(each);
    const outbox = outboxes.get(this);
    if (outbox === undefined || transferred.length > 0 || scheduler.operations > 0)
      return Reflect.apply(post, this, [message, options]);
    // Later changes of the object are not sent.
    const copy = structuredClone(message);
    const run = () => {
      outbox.waiting.shift();
      deliver([outbox.to], () => Reflect.apply(post, this, [copy]));
    };
    const event = createEvent("message", run, postMessage);
    event.line = outbox.line;
    outbox.waiting.push({ event, message: copy });
    enqueue(event);
  };
}

/** A port that is transferred is no longer controlled, and neither is the one at its other end. */
function release(port: object): void {
  const outbox = outboxes.get(port);
  if (outbox === undefined) return;
  logUncontrolled("message port");
  outboxes.delete(port);
  outboxes.delete(outbox.to);
}

/** Sends something. Nothing else runs until it has arrived, or after two turns of the loop if nobody listens yet. */
function deliver(ports: readonly object[], send: () => void): void {
  const end = beginOperation();
  const arrived = () => {
    for (const port of ports) onArrival.delete(port);
    end();
  };
  for (const port of ports) onArrival.set(port, arrived);
  send();
  real.setImmediate(() => real.setImmediate(arrived));
}

/** Closing comes after the messages that were sent before. */
function controlClose(close: Method): Method {
  return function closePort(this: object, ...args) {
    const outbox = outboxes.get(this);
    if (outbox === undefined || scheduler.operations > 0) return Reflect.apply(close, this, args);
    const run = () => deliver([this, outbox.to], () => Reflect.apply(close, this, args));
    const event = createEvent("message.close", run, closePort);
    event.line = outbox.line;
    enqueue(event);
  };
}

function takeWaiting(port: object): { message: unknown } | undefined {
  const from = outboxes.get(port)?.to;
  const next = from && outboxes.get(from)?.waiting.shift();
  if (next === undefined) return undefined;
  cancel(next.event);
  return { message: next.message };
}
