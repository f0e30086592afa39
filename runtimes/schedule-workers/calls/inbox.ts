/**
 * Messages go through Node's own ports, whose queues are in order and filled at once. But the program's listeners are not Node's: a
 * lane that has the token receives what has come for it, and every message is an event of its own.
 */
import workerThreads, { MessagePort as NodePort } from "node:worker_threads";
import { callSite } from "../../schedule-events/places/call-site.ts";
import type { Any } from "../../schedule-events/replacements/replace.ts";
import { LoopEvent, WaitingLine } from "../../schedule-events/scheduler/event.ts";
import { wake } from "../../schedule-events/scheduler/pump.ts";
import { enqueue } from "../../schedule-events/scheduler/queue.ts";
import { PortListeners } from "./port-listeners.ts";

/** What is sent instead of the program's value. It lists the ports: where they arrive they are new objects, to be adopted. */
interface Envelope {
  readonly value?: unknown;
  readonly ports?: readonly NodePort[];
  readonly closed?: true;
}

interface InboxListeners {
  readonly onMessage: (value: unknown, ports: readonly NodePort[]) => void;
  readonly onClose?: () => void;
}

const real = {
  postMessage: NodePort.prototype.postMessage,
  close: NodePort.prototype.close,
  receive: workerThreads.receiveMessageOnPort,
};

/** This thread's end of a channel. */
export class Inbox {
  readonly port: NodePort;
  readonly line = new WaitingLine();
  /** Whether messages are received. */
  started = false;
  /** Whether it keeps the thread alive. */
  referenced = false;
  /** Where the program began to listen. */
  site = "main";
  readonly #listeners: InboxListeners;
  /** Received messages whose events have not run. */
  #received: Envelope[] = [];

  constructor(port: NodePort, listeners: InboxListeners) {
    this.port = port;
    this.#listeners = listeners;
    openInboxes.add(this);
  }

  receiveAll(): void {
    if (!this.started) return;
    for (let got = real.receive(this.port); got !== undefined; got = real.receive(this.port)) this.put(got.message);
  }

  put(envelope: Envelope): void {
    this.#received.push(envelope);
    const event = new LoopEvent(envelope.closed ? "close" : "message", () => this.#deliverFirst(), this.site);
    event.line = this.line;
    event.referenced = this.referenced;
    enqueue(event);
  }

  #deliverFirst(): void {
    const envelope = this.#received.shift();
    if (envelope === undefined) return;
    if (envelope.closed) this.closeNow();
    else this.#listeners.onMessage(envelope.value, adoptPorts(envelope));
  }

  /** The next message, for receiveMessageOnPort. */
  receiveOne(): { message: unknown } | undefined {
    const envelope = this.#received.shift() ?? (real.receive(this.port)?.message as Envelope | undefined);
    if (envelope === undefined || envelope.closed) return undefined;
    adoptPorts(envelope);
    return { message: envelope.value };
  }

  /** Ports that are sent no longer belong to this thread. */
  send(value: unknown, transfer: Any): void {
    const list: readonly Any[] = Array.isArray(transfer) ? transfer : (transfer?.transfer ?? []);
    const ports = list.filter((each) => each instanceof NodePort);
    real.postMessage.call(this.port, { value, ports }, list);
    for (const port of ports) forgetPort(port);
  }

  /** The other end learns of it as of a message, behind those that were sent before. */
  close(): void {
    if (!openInboxes.has(this)) return;
    this.sendClosed();
    this.started = false;
    this.referenced = false;
    enqueue(new LoopEvent("close", () => this.closeNow(), this.site));
  }

  sendClosed(): void {
    real.postMessage.call(this.port, { closed: true });
  }

  closeNow(): void {
    if (!this.discard()) return;
    this.#listeners.onClose?.();
    real.close.call(this.port);
  }

  /** Receives nothing from now on; false if that was so already. */
  discard(): boolean {
    this.started = false;
    this.referenced = false;
    this.#received = [];
    return openInboxes.delete(this);
  }
}

const openInboxes = new Set<Inbox>();
const inboxes = new WeakMap<object, Inbox>();
const listenersByPort = new WeakMap<object, PortListeners>();

export function inboxOf(port: object): Inbox | undefined {
  return inboxes.get(port);
}

export function listenersOf(port: object): PortListeners | undefined {
  return listenersByPort.get(port);
}

/** Makes the messages of a port events of this thread. */
export function adoptPort(port: NodePort): NodePort {
  if (inboxes.has(port)) return port;
  const onChange = () => {
    const isListening = listeners.count("message") > 0;
    if (isListening !== inbox.started) {
      inbox.started = isListening;
      inbox.referenced = isListening;
      inbox.site = callSite(onChange) ?? inbox.site;
    }
    wake();
  };
  const listeners = new PortListeners(onChange);
  const inbox = new Inbox(port, {
    onMessage: (value, ports) => listeners.dispatch(port, { type: "message", value, ports }),
    onClose: () => listeners.dispatch(port, { type: "close", value: undefined, ports: [] }),
  });
  inboxes.set(port, inbox);
  listenersByPort.set(port, listeners);
  return port;
}

function adoptPorts({ ports = [] }: Envelope): readonly NodePort[] {
  for (const port of ports) adoptPort(port);
  return ports;
}

function forgetPort(port: NodePort): void {
  const inbox = inboxes.get(port);
  if (inbox) openInboxes.delete(inbox);
  inboxes.delete(port);
  listenersByPort.delete(port);
}

export function receiveMessages(): void {
  for (const inbox of openInboxes) inbox.receiveAll();
}

/** An inbox that keeps the thread alive, if there is one. */
export function listeningInbox(): Inbox | undefined {
  for (const inbox of openInboxes) if (inbox.started && inbox.referenced) return inbox;
  return undefined;
}

/** To be called when the thread ends: tells the other ends of its channels. */
export function sendClosedToAll(): void {
  for (const inbox of [...openInboxes]) inbox.sendClosed();
}
