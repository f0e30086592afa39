import { type Any, wrap } from "../schedule-events/replacements/replace.ts";

interface Listener {
  readonly type: string;
  readonly listener: Any;
  /** Added by `on`: it gets the value; else it gets an event. */
  readonly plain: boolean;
  readonly once: boolean;
}

/** Who listens to a port: kept here, since a port with a listener of Node's own gets its messages at any time. */
export class Listeners {
  readonly #onChange: () => void;
  #all: Listener[] = [];
  readonly #handlers = new Map<string, Any>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  add(listener: Listener): void {
    const { type, plain } = listener;
    if (!plain && this.#all.some((each) => !each.plain && each.type === type && each.listener === listener.listener))
      return;
    this.#all.push(listener);
    this.#onChange();
  }

  remove(type: string | undefined, listener?: Any): void {
    const gone = (each: Listener) =>
      (type === undefined || each.type === type) && (listener === undefined || each.listener === listener);
    if (listener === undefined) this.#all = this.#all.filter((each) => !gone(each));
    else {
      const at = this.#all.findIndex(gone);
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

  dispatch(port: object, type: string, value: unknown, ports: readonly Any[]): void {
    const event = () => eventOf(port, type, value, ports);
    this.#handlers.get(type)?.call(port, event());
    for (const each of [...this.#all]) {
      if (each.type !== type || !this.#all.includes(each)) continue;
      if (each.once) this.remove(type, each.listener);
      if (each.plain) each.listener.call(port, value);
      else if (typeof each.listener === "function") each.listener.call(port, event());
      else each.listener.handleEvent(event());
    }
  }
}

function eventOf(port: object, type: string, data: unknown, ports: readonly Any[]): globalThis.Event {
  const event = type === "close" ? new Event("close") : new MessageEvent(type, { data, ports: [...ports] });
  for (const name of ["target", "currentTarget", "srcElement"]) Object.defineProperty(event, name, { value: port });
  return event;
}

const kept = new Set(["message", "messageerror", "close"]);

/** The methods of a class by which one listens go to the listeners that are kept here, where there are some. */
export function listenHere(prototype: object, listenersOf: (port: object) => Listeners | undefined): void {
  const method = (name: string, act: (listeners: Listeners, port: Any, args: Any[]) => Any) =>
    wrap(prototype, name, (original) => {
      return function (this: Any, ...args: Any[]) {
        const listeners = args.length === 0 || kept.has(args[0]) ? listenersOf(this) : undefined;
        return listeners ? act(listeners, this, args) : Reflect.apply(original, this, args);
      };
    });
  const adds =
    (once: boolean) =>
    (listeners: Listeners, port: Any, [type, listener]: Any[]) => {
      listeners.add({ type, listener, plain: true, once });
      return port;
    };
  const removes = (listeners: Listeners, port: Any, [type, listener]: Any[]) => {
    listeners.remove(type, listener);
    return port;
  };
  for (const name of ["on", "addListener"]) method(name, adds(false));
  method("once", adds(true));
  for (const name of ["off", "removeListener", "removeAllListeners"]) method(name, removes);
  method("listenerCount", (listeners, _, [type]) => listeners.count(type));
  method("addEventListener", (listeners, _, [type, listener, options]) => {
    if (listener) listeners.add({ type, listener, plain: false, once: options?.once === true });
  });
  method("removeEventListener", (listeners, _, [type, listener]) => listeners.remove(type, listener));
  for (const type of ["message", "messageerror"]) handlerProperty(prototype, type, listenersOf);
}

function handlerProperty(prototype: object, type: string, listenersOf: (port: object) => Listeners | undefined): void {
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
