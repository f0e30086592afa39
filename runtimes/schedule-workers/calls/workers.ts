import workerThreads, { type MessagePort, Worker, type WorkerOptions } from "node:worker_threads";
import { type Any, replace, wrap } from "../../schedule-events/replacements/replace.ts";
import { siteOf } from "../../schedule-events/scheduler/event-creation.ts";
import { wake } from "../../schedule-events/scheduler/pump.ts";
import { originalPlace } from "../instrumentation/original-places.ts";
import type { Lane } from "../scheduler/lane.ts";
import { Inbox } from "./inbox.ts";
import { addChild, type Child, childOf } from "./worker-children.ts";
import { workerSource, workerStart } from "./worker-source.ts";

/** What a worker gets as its workerData: the program's data, and what its runtime needs. */
export interface WorkerStartData {
  readonly culprit: {
    readonly memory: SharedArrayBuffer;
    readonly lane: number;
    /** The worker's end of the channel to this thread, its parentPort. */
    readonly port: MessagePort;
    /** Ports that the program transfers to the worker. */
    readonly ports: readonly MessagePort[];
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** Whether the worker writes its output itself. */
    readonly printsDirectly: boolean;
  };
  readonly data: unknown;
}

const { MessageChannel } = workerThreads;

/** Makes each worker that the program creates a lane; `preload` is the URL of the file that its thread loads first. */
export function controlWorkers(lane: Lane, preload: string): void {
  const controlled = new Proxy(Worker, {
    construct: function construct(target, [file, options = {}]: Any[], newTarget) {
      const { port1, port2 } = new MessageChannel();
      const place = originalPlace(siteOf(construct as Any));
      const number = lane.createLane(workerStart(file, options, place));
      const ownOptions = optionsFor(options, { lane, number, port: port2, preload });
      try {
        const worker = Reflect.construct(target, [workerSource(file, options, preload), ownOptions], newTarget);
        const inbox = new Inbox(port1, { onMessage: (value) => worker.emit("message", value) });
        inbox.started = true;
        inbox.site = place;
        addChild(lane, { worker, number, inbox });
        return worker;
      } catch (error) {
        lane.removeLane(number);
        lane.releaseNumber(number);
        throw error;
      }
    },
  });
  replace(workerThreads, "Worker", controlled);
  controlWorkerMethods(lane);
}

interface NewWorker {
  readonly lane: Lane;
  readonly number: number;
  readonly port: MessagePort;
  readonly preload: string;
}

function optionsFor(options: WorkerOptions, { lane, number, port, preload }: NewWorker): WorkerOptions {
  const list = options.transferList ?? [];
  const workerData: WorkerStartData = {
    culprit: {
      memory: lane.scheduler.shared.buffer,
      lane: number,
      port,
      ports: list.filter((each): each is MessagePort => each instanceof workerThreads.MessagePort),
      environment: culpritEnvironment(),
      printsDirectly: !options.stdout && !options.stderr,
    },
    data: options.workerData,
  };
  if (!workerData.culprit.printsDirectly || options.stdin) lane.reportUncontrolled("worker output");
  const execArgv = [...(options.execArgv ?? process.execArgv), `--import=${preload}`];
  return { ...options, workerData, transferList: [...list, port], execArgv };
}

function culpritEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("CULPRIT_")));
}

function controlWorkerMethods(lane: Lane): void {
  const method = (name: string, act: (child: Child, args: Any[], callOriginal: () => Any) => Any) =>
    wrap(Worker.prototype, name, (original) => {
      return function (this: Any, ...args: Any[]) {
        const child = childOf(this);
        if (!child) return Reflect.apply(original, this, args);
        return act(child, args, () => Reflect.apply(original, this, args));
      };
    });
  method("postMessage", ({ inbox }, [value, transfer]) => {
    inbox.send(value, transfer);
    lane.announce();
    wake();
  });
  method("terminate", (child, _, callOriginal) => {
    lane.removeLane(child.number);
    lane.announce();
    child.referenced = true;
    wake();
    return callOriginal();
  });
  method("ref", (child, _, callOriginal) => {
    child.referenced = true;
    wake();
    return callOriginal();
  });
  method("unref", (child, _, callOriginal) => {
    child.referenced = false;
    wake();
    return callOriginal();
  });
  // When a worker is online, and with which errors it ended, the program learns by events of this thread.
  method("emit", (child, [name, value], callOriginal) => {
    if (name === "online") return false;
    if (name !== "error") return callOriginal();
    child.errors.push(value);
    return true;
  });
}
