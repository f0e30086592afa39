import { EventEmitter } from "node:events";
import workerThreads, { type MessagePort, Worker, type WorkerOptions } from "node:worker_threads";
import { callSite } from "../schedule-events/places/call-site.ts";
import { type Any, replace, wrap } from "../schedule-events/replacements/replace.ts";
import { LoopEvent as Event } from "../schedule-events/scheduler/event.ts";
import { wake } from "../schedule-events/scheduler/pump.ts";
import { enqueue as offer, beginOperation as underWay } from "../schedule-events/scheduler/queue.ts";
import type { Lane } from "./lane.ts";
import { original } from "./places.ts";
import { Inbox } from "./ports.ts";
import { sourceFor, startOf } from "./worker-source.ts";

/** What a worker gets in the place of its data. */
export interface Birth {
  readonly culprit: {
    readonly memory: SharedArrayBuffer;
    readonly lane: number;
    readonly port: MessagePort;
    /** Ports among what was transferred. */
    readonly ports: readonly MessagePort[];
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** It prints for itself. */
    readonly prints: boolean;
  };
  readonly data: unknown;
}

/** A worker that this thread made. */
interface Child {
  readonly worker: Any;
  readonly lane: number;
  readonly inbox: Inbox;
  referenced: boolean;
  online: boolean;
  ended: boolean;
  /** Node's own news of the end, once it has come; and who waits for it. */
  news: (() => void) | undefined;
  awaited: (() => void) | undefined;
  /** Errors that are told with the end. */
  errors: Any[];
  told: boolean;
}

const children = new Map<object, Child>();
const { MessageChannel } = workerThreads;

export function controlWorkers(lane: Lane, preload: string): void {
  const controlled = new Proxy(Worker, {
    construct: function construct(target, [file, options = {}]: Any[], newTarget) {
      const { port1, port2 } = new MessageChannel();
      const where = original(callSite(construct as Any) ?? "main");
      const number = lane.create(startOf(file, options, where));
      const given = optionsFor(options, { lane, number, port: port2, preload });
      try {
        const worker = Reflect.construct(target, [sourceFor(file, options, preload), given], newTarget);
        follow(lane, worker, { number, port: port1, site: where });
        return worker;
      } catch (error) {
        lane.remove(number);
        lane.release(number);
        throw error;
      }
    },
  });
  replace(workerThreads, "Worker", controlled);
  controlMethods(lane);
}

interface Making {
  readonly lane: Lane;
  readonly number: number;
  readonly port: MessagePort;
  readonly preload: string;
}

function optionsFor(options: WorkerOptions, { lane, number, port, preload }: Making): WorkerOptions {
  const list = options.transferList ?? [];
  const data: Birth = {
    culprit: {
      memory: lane.turns.shared.buffer,
      lane: number,
      port,
      ports: list.filter((each): each is MessagePort => each instanceof workerThreads.MessagePort),
      environment: environmentOf(),
      prints: !options.stdout && !options.stderr,
    },
    data: options.workerData,
  };
  if (!data.culprit.prints || options.stdin) lane.uncontrolled("worker output");
  const execArgv = [...(options.execArgv ?? process.execArgv), `--import=${preload}`];
  return { ...options, workerData: data, transferList: [...list, port], execArgv };
}

function environmentOf(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("CULPRIT_")));
}

interface Made {
  readonly number: number;
  readonly port: MessagePort;
  readonly site: string;
}

function follow(lane: Lane, worker: Any, { number, port, site }: Made): void {
  const inbox = new Inbox(port, (value) => worker.emit("message", value));
  inbox.started = true;
  inbox.site = site;
  const child: Child = {
    worker,
    lane: number,
    inbox,
    referenced: true,
    online: false,
    ended: false,
    news: undefined,
    awaited: undefined,
    errors: [],
    told: false,
  };
  children.set(worker, child);
  holdBackEnd(lane, child);
  wake();
}

/** Node tells of the end of a thread when it sees it; here it is told when its turn has come. */
function holdBackEnd(lane: Lane, child: Child): void {
  const handle = handleOf(child.worker);
  const { onexit } = handle;
  handle.onexit = (...args: Any[]) => {
    child.news = () => {
      child.told = true;
      children.delete(child.worker);
      child.inbox.shut();
      lane.release(child.lane);
      for (const error of child.errors) child.worker.emit("error", error);
      Reflect.apply(onexit, handle, args);
    };
    child.awaited?.();
  };
}

function handleOf(worker: object): Any {
  const symbol = Object.getOwnPropertySymbols(worker).find(({ description }) => description === "kHandle");
  return (worker as Any)[symbol!];
}

/** Which of the workers that this thread made have begun. */
export function takeBegun({ turns: { shared } }: Lane): void {
  for (const child of children.values()) {
    if (child.online || shared.flag(child.lane, "begun") === 0) continue;
    child.online = true;
    tell(child, "online", () => EventEmitter.prototype.emit.call(child.worker, "online"));
  }
}

/** Which of them have ended: to be asked when all messages have been taken. */
export function takeEnded({ turns: { shared } }: Lane): void {
  const live = new Set(children.size > 0 ? shared.live() : []);
  for (const child of children.values()) {
    if (child.ended || live.has(child.lane)) continue;
    child.ended = true;
    tell(child, "exit", () => afterNews(child));
  }
}

function tell(child: Child, what: string, run: () => void): void {
  const event = new Event(what, run, child.inbox.site);
  event.line = child.inbox.line;
  event.referenced = child.referenced;
  offer(event);
}

/** The thread is at its end, but Node may not have seen it yet: nothing else runs until then. */
function afterNews(child: Child): void {
  if (child.news) {
    child.news();
    return;
  }
  const done = underWay();
  child.awaited = () => {
    done();
    child.news!();
  };
}

/** Whether a worker keeps this thread alive. */
export function workersAlive(): string | undefined {
  for (const { referenced, inbox } of children.values()) if (referenced) return inbox.site;
  return undefined;
}

function controlMethods(lane: Lane): void {
  const method = (name: string, act: (child: Child, args: Any[], usual: () => Any) => Any) =>
    wrap(Worker.prototype, name, (usual) => {
      return function (this: Any, ...args: Any[]) {
        const child = children.get(this);
        return child ? act(child, args, () => Reflect.apply(usual, this, args)) : Reflect.apply(usual, this, args);
      };
    });
  method("postMessage", ({ inbox }, [value, transfer]) => {
    inbox.send(value, transfer);
    lane.ring();
    wake();
  });
  method("terminate", (child, _, usual) => {
    lane.remove(child.lane);
    lane.ring();
    child.referenced = true;
    wake();
    return usual();
  });
  method("ref", (child, _, usual) => {
    child.referenced = true;
    wake();
    return usual();
  });
  method("unref", (child, _, usual) => {
    child.referenced = false;
    wake();
    return usual();
  });
  method("emit", (child, [name, value], usual) => {
    if (name === "online") return false;
    if (name !== "error") return usual();
    child.errors.push(value);
    return true;
  });
}
