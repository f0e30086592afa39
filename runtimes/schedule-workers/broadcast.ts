import workerThreads, { type MessagePort } from "node:worker_threads";
import { type Any, replace } from "../schedule-events/replacements/replace.ts";
import { wake } from "../schedule-events/scheduler/pump.ts";
import type { Lane } from "./lane.ts";
import { Inbox } from "./ports.ts";

const Real = workerThreads.BroadcastChannel as unknown as new (name: string) => Any;

/** Channels to all who know their name: what comes is an event, like other messages. */
export function controlBroadcasts(lane: Lane): void {
  class BroadcastChannel extends EventTarget {
    readonly name: string;
    readonly #inbox: Inbox;
    readonly #real: Any;
    #closed = false;
    onmessage: Any = null;
    onmessageerror: Any = null;

    constructor(name: string) {
      super();
      this.name = `${name}`;
      this.#real = new Real(this.name);
      this.#real.unref();
      this.#inbox = new Inbox(this.#real as MessagePort, (data) => this.#tell(data));
      this.#inbox.started = true;
      this.#inbox.referenced = true;
      // Node may be faster than who asks for what has come.
      this.#real.onmessage = ({ data }: Any) => this.#inbox.put(data);
      wake();
    }

    #tell(data: unknown): void {
      const event = new MessageEvent("message", { data });
      this.onmessage?.call(this, event);
      this.dispatchEvent(event);
    }

    postMessage(value: unknown): void {
      if (this.#closed) throw new DOMException("BroadcastChannel is closed.", "InvalidStateError");
      this.#real.postMessage({ value });
      lane.ring();
      wake();
    }
    close(): void {
      this.#closed = true;
      this.#inbox.drop();
      this.#real.close();
    }
    ref(): this {
      this.#inbox.referenced = true;
      wake();
      return this;
    }
    unref(): this {
      this.#inbox.referenced = false;
      wake();
      return this;
    }
  }
  for (const owner of [globalThis, workerThreads]) replace(owner, "BroadcastChannel", BroadcastChannel);
}
