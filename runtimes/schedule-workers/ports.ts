/**
 * Messages. They go through Node's own ports, whose queues are in order and filled at once; but nobody is told of them by Node. A
 * lane that has the token takes what has come for it, and every message is an event of its own.
 */
import workerThreads, { MessagePort as NodePort } from "node:worker_threads";
import { callSite } from "../schedule-events/places/call-site.ts";
import { type Any, replace, wrap } from "../schedule-events/replacements/replace.ts";
import { LoopEvent as Event, WaitingLine as Line } from "../schedule-events/scheduler/event.ts";
import { wake } from "../schedule-events/scheduler/pump.ts";
import { enqueue as offer } from "../schedule-events/scheduler/queue.ts";
import type { Lane } from "./lane.ts";
import { Listeners, listenHere } from "./listeners.ts";

/** What is sent in the place of a value: ports are listed, as they are new objects where they arrive. */
interface Envelope {
  readonly value?: unknown;
  readonly ports?: readonly NodePort[];
  readonly closed?: true;
}

const real = {
  postMessage: NodePort.prototype.postMessage,
  close: NodePort.prototype.close,
  receive: workerThreads.receiveMessageOnPort,
  MessageChannel: workerThreads.MessageChannel,
};

/** An end of a channel that belongs to this thread. */
export class Inbox {
  readonly port: NodePort;
  readonly line: Line;
  started = false;
  referenced = false;
  /** Where it is listened to. */
  site = "main";
  readonly #deliver: (value: unknown, ports: readonly NodePort[]) => void;
  readonly #closed: () => void;
  #waiting: Envelope[] = [];

  constructor(
    port: NodePort,
    deliver: (value: unknown, ports: readonly NodePort[]) => void,
    { closed = () => {}, line = new Line() }: { closed?: () => void; line?: Line } = {},
  ) {
    this.port = port;
    this.line = line;
    this.#deliver = deliver;
    this.#closed = closed;
    open.add(this);
  }

  /** Takes what has come: each message becomes an event. */
  take(): void {
    if (!this.started) return;
    for (let got = real.receive(this.port); got !== undefined; got = real.receive(this.port)) this.put(got.message);
  }

  put(envelope: Envelope): void {
    this.#waiting.push(envelope);
    const event = new Event(envelope.closed ? "close" : "message", () => this.#run(), this.site);
    event.line = this.line;
    event.referenced = this.referenced;
    offer(event);
  }

  #run(): void {
    const envelope = this.#waiting.shift();
    if (envelope === undefined) return;
    if (envelope.closed) this.shut();
    else this.#deliver(envelope.value, adopted(envelope));
  }

  /** The next message, for who asks for it. */
  next(): { message: unknown } | undefined {
    const envelope = this.#waiting.shift() ?? (real.receive(this.port)?.message as Envelope | undefined);
    if (envelope === undefined || envelope.closed) return undefined;
    adopted(envelope);
    return { message: envelope.value };
  }

  send(value: unknown, transfer: Any): void {
    const list: readonly Any[] = Array.isArray(transfer) ? transfer : (transfer?.transfer ?? []);
    const ports = list.filter((each) => each instanceof NodePort);
    real.postMessage.call(this.port, { value, ports }, list);
    for (const port of ports) forget(port);
  }

  /** The other end hears of it in order. */
  close(): void {
    if (!open.has(this)) return;
    real.postMessage.call(this.port, { closed: true });
    this.started = false;
    this.referenced = false;
    offer(new Event("close", () => this.shut(), this.site));
  }

  shut(): void {
    if (!this.drop()) return;
    this.#closed();
    real.close.call(this.port);
  }

  /** Nothing comes from it any more. */
  drop(): boolean {
    this.started = false;
    this.referenced = false;
    this.#waiting = [];
    return open.delete(this);
  }
}

const open = new Set<Inbox>();
const inboxes = new WeakMap<object, Inbox>();
const listenersOf = new WeakMap<object, Listeners>();

/** Ports that arrive with a message are the program's own. */
function adopted({ ports = [] }: Envelope): readonly NodePort[] {
  for (const port of ports) adopt(port);
  return ports;
}

/** From now on messages of this port are events. */
export function adopt(port: NodePort): NodePort {
  if (inboxes.has(port)) return port;
  const changed = () => {
    const listens = listeners.count("message") > 0;
    if (listens !== inbox.started) {
      inbox.started = listens;
      inbox.referenced = listens;
      inbox.site = callSite(changed) ?? inbox.site;
    }
    wake();
  };
  const listeners = new Listeners(changed);
  const inbox = new Inbox(port, (value, ports) => listeners.dispatch(port, "message", value, ports), {
    closed: () => listeners.dispatch(port, "close", undefined, []),
  });
  inboxes.set(port, inbox);
  listenersOf.set(port, listeners);
  return port;
}

/** It was sent to another thread. */
function forget(port: NodePort): void {
  const inbox = inboxes.get(port);
  if (inbox) open.delete(inbox);
  inboxes.delete(port);
  listenersOf.delete(port);
}

export function takeMessages(): void {
  for (const inbox of open) inbox.take();
}

/** Whether a port keeps the thread alive. */
export function listening(): Inbox | undefined {
  for (const inbox of open) if (inbox.started && inbox.referenced) return inbox;
  return undefined;
}

/** The thread ends: who listens at the other ends is told. */
export function closeAll(): void {
  for (const inbox of [...open]) real.postMessage.call(inbox.port, { closed: true });
}

export function controlPorts(lane: Lane): void {
  const { prototype } = NodePort;
  listenHere(prototype, (port) => listenersOf.get(port));
  const method = (name: string, act: (inbox: Inbox, args: Any[]) => Any) =>
    wrap(prototype, name, (original) => {
      return function (this: Any, ...args: Any[]) {
        const inbox = inboxes.get(this);
        return inbox ? act(inbox, args) : Reflect.apply(original, this, args);
      };
    });
  method("postMessage", (inbox, [value, transfer]) => {
    inbox.send(value, transfer);
    lane.ring();
    wake();
  });
  method("start", (inbox) => {
    inbox.started = true;
    wake();
  });
  method("close", (inbox, [callback]) => {
    if (typeof callback === "function") inbox.port.once("close", callback);
    inbox.close();
    lane.ring();
  });
  method("ref", (inbox) => {
    inbox.referenced = true;
    wake();
  });
  method("unref", (inbox) => {
    inbox.referenced = false;
    wake();
  });
  method("hasRef", (inbox) => inbox.referenced);
  replace(workerThreads, "receiveMessageOnPort", (port: NodePort) => {
    const inbox = inboxes.get(port);
    return inbox ? inbox.next() : real.receive(port);
  });
  const channels = new Proxy(real.MessageChannel, {
    construct(target, args, newTarget) {
      const channel = Reflect.construct(target, args, newTarget);
      adopt(channel.port1);
      adopt(channel.port2);
      return channel;
    },
  });
  for (const owner of [globalThis, workerThreads]) replace(owner, "MessageChannel", channels);
}
