import { type Any, wrap } from "../../schedule-events/replacements/replace.ts";

interface Listener {
  readonly type: string;
  readonly listener: Any;
  /** Added by `on` or `once`: it gets the value itself, not an event. */
  readonly getsValue: boolean;
  readonly once: boolean;
}

interface PortMessage {
  readonly type: string;
  readonly value: unknown;
  readonly ports: readonly Any[];
}

/** The program's listeners of a port. Node does not know them: it would deliver messages to them at any time. */
export class PortListeners {
  readonly #onChange: () => void;
  #all: Listener[] = [];
  readonly #handlers = new Map<string, Any>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  add(added: Listener): void {
    const { type, listener, getsValue } = added;
    const isSame = (each: Listener) => !each.getsValue && each.type === type && each.listener === listener;
    if (!getsValue && this.#all.some(isSame)) return;
    this.#all.push(added);
    this.#onChange();
  }

  /** Without a listener, removes all of the type; without a type, all. */
  remove(type: string | undefined, listener?: Any): void {
    const isMeant = (each: Listener) =>
      (type === undefined || each.type === type) && (listener === undefined || each.listener === listener);
    if (listener === undefined) this.#all = this.#all.filter((each) => !isMeant(each));
    else {
      const at = this.#all.findIndex(isMeant);
      if (at !== -1) this.#all.splice(at, 1);
    }
    this.#onChange();
  }

  handler(type: string): Any {
    return this.#handlers.get(type) ?? null;
  }

  setHandler(type: string, handler: Any): void {
    if (typeof handler === "function") this.#handlers.set(type, handler);
    else this.#handlers.delete(type);
    this.#onChange();
  }

  count(type: string): number {
    return this.#all.filter((each) => each.type === type).length + (this.#handlers.has(type) ? 1 : 0);
  }

  dispatch(port: object, message: PortMessage): void {
    const { type, value } = message;
    this.#handlers.get(type)?.call(port, eventFor(port, message));
    for (const each of [...this.#all]) {
      if (each.type !== type || !this.#all.includes(each)) continue;
      if (each.once) this.remove(type, each.listener);
      if (each.getsValue) each.listener.call(port, value);
      else if (typeof each.listener === "function") each.listener.call(port, eventFor(port, message));
      else each.listener.handleEvent(eventFor(port, message));
    }
  }
}

function eventFor(port: object, { type, value: data, ports }: PortMessage): globalThis.Event {
  const event = type === "close" ? new Event("close") : new MessageEvent(type, { data, ports: [...ports] });
  for (const name of ["target", "currentTarget", "srcElement"]) Object.defineProperty(event, name, { value: port });
  return event;
}

type ListenersOf = (port: object) => PortListeners | undefined;

const controlledTypes = new Set(["message", "messageerror", "close"]);

/** Makes the methods of a class that add and remove listeners use those of `listenersOf`, if the port has some there. */
export function controlListening(prototype: object, listenersOf: ListenersOf): void {
  const method = (name: string, act: (listeners: PortListeners, port: Any, args: Any[]) => Any) =>
    wrap(prototype, name, (original) => {
      return function (this: Any, ...args: Any[]) {
        const listeners = args.length === 0 || controlledTypes.has(args[0]) ? listenersOf(this) : undefined;
        return listeners ? act(listeners, this, args) : Reflect.apply(original, this, args);
      };
    });
  const adder =
    ({ once }: { once: boolean }) =>
    (listeners: PortListeners, port: Any, [type, listener]: Any[]) => {
      listeners.add({ type, listener, getsValue: true, once });
      return port;
    };
  const remove = (listeners: PortListeners, port: Any, [type, listener]: Any[]) => {
    listeners.remove(type, listener);
    return port;
  };
  for (const name of ["on", "addListener"]) method(name, adder({ once: false }));
  method("once", adder({ once: true }));
  for (const name of ["off", "removeListener", "removeAllListeners"]) method(name, remove);
  method("listenerCount", (listeners, _, [type]) => listeners.count(type));
  method("addEventListener", (listeners, _, [type, listener, options]) => {
    if (listener) listeners.add({ type, listener, getsValue: false, once: options?.once === true });
  });
  method("removeEventListener", (listeners, _, [type, listener]) => listeners.remove(type, listener));
  for (const type of ["message", "messageerror"]) controlHandler(prototype, type, listenersOf);
}

/** `port.onmessage = …` */
function controlHandler(prototype: object, type: string, listenersOf: ListenersOf): void {
  const name = `on${type}`;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, name)!;
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: Any) {
      const listeners = listenersOf(this);
      return listeners ? listeners.handler(type) : get!.call(this);
    },
    set(this: Any, handler: Any) {
      const listeners = listenersOf(this);
      if (listeners) listeners.setHandler(type, handler);
      else set!.call(this, handler);
    },
  });
}
