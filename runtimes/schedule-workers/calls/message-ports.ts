import workerThreads, { MessagePort as NodePort } from "node:worker_threads";
import { type Any, replace, wrap } from "../../schedule-events/replacements/replace.ts";
import { wake } from "../../schedule-events/scheduler/pump.ts";
import type { Lane } from "../scheduler/lane.ts";
import { adoptPort, type Inbox, inboxOf, listenersOf } from "./inbox.ts";
import { controlListening } from "./port-listeners.ts";

const real = { receive: workerThreads.receiveMessageOnPort, MessageChannel: workerThreads.MessageChannel };

export function controlPorts(lane: Lane): void {
  controlListening(NodePort.prototype, listenersOf);
  controlPortMethods(lane);
  replace(workerThreads, "receiveMessageOnPort", (port: NodePort) => {
    const inbox = inboxOf(port);
    return inbox ? inbox.receiveOne() : real.receive(port);
  });
  const controlledChannel = new Proxy(real.MessageChannel, {
    construct(target, args, newTarget) {
      const channel = Reflect.construct(target, args, newTarget);
      adoptPort(channel.port1);
      adoptPort(channel.port2);
      return channel;
    },
  });
  for (const owner of [globalThis, workerThreads]) replace(owner, "MessageChannel", controlledChannel);
}

function controlPortMethods(lane: Lane): void {
  const method = (name: string, act: (inbox: Inbox, args: Any[]) => Any) =>
    wrap(NodePort.prototype, name, (original) => {
      return function (this: Any, ...args: Any[]) {
        const inbox = inboxOf(this);
        return inbox ? act(inbox, args) : Reflect.apply(original, this, args);
      };
    });
  method("postMessage", (inbox, [value, transfer]) => {
    inbox.send(value, transfer);
    lane.announce();
    wake();
  });
  method("start", (inbox) => {
    inbox.started = true;
    wake();
  });
  method("close", (inbox, [callback]) => {
    if (typeof callback === "function") inbox.port.once("close", callback);
    inbox.close();
    lane.announce();
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
}
