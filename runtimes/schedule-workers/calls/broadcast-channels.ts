import workerThreads, { type MessagePort } from "node:worker_threads";
import { type Any, replace } from "../../schedule-events/replacements/replace.ts";
import { wake } from "../../schedule-events/scheduler/pump.ts";
import type { Lane } from "../scheduler/lane.ts";
import { Inbox } from "./inbox.ts";

const RealChannel = workerThreads.BroadcastChannel as unknown as new (name: string) => Any;

/** Replaces BroadcastChannel by a class whose messages are events, like those of ports. */
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
      this.#real = new RealChannel(this.name);
      this.#real.unref();
      this.#inbox = new Inbox(this.#real as MessagePort, { onMessage: (data) => this.#dispatch(data) });
      this.#inbox.started = true;
      this.#inbox.referenced = true;
      // Node may deliver a message before the inbox receives it.
      this.#real.onmessage = ({ data }: Any) => this.#inbox.put(data);
      wake();
    }

    #dispatch(data: unknown): void {
      const event = new MessageEvent("message", { data });
      this.onmessage?.call(this, event);
      this.dispatchEvent(event);
    }

    postMessage(value: unknown): void {
      if (this.#closed) throw new DOMException("BroadcastChannel is closed.", "InvalidStateError");
      this.#real.postMessage({ value });
      lane.announce();
      wake();
    }
    close(): void {
      this.#closed = true;
      this.#inbox.discard();
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
