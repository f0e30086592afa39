import { randomBytes } from "node:crypto";
import {
  type CallToolResult,
  fromJsonSchema,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { statIfThere } from "../world/files/stat-if-there.ts";
import { progressLine, runReport } from "./run-report.ts";
import { type KnownRun, type Runs, statusOf } from "./runs.ts";
import { knowsTasks, tasksExtension } from "./task-capability.ts";
import { asCallResult } from "./tool-result.ts";

/** Milliseconds after which a client should ask again. */
const pollInterval = 1000;
const tokenFile = "task.json";

/** A task as the extension `io.modelcontextprotocol/tasks` of 2026-07-28 has it. */
export interface Task {
  readonly taskId: string;
  readonly status: "working" | "completed" | "cancelled";
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: null;
  readonly pollIntervalMs: number;
  readonly result?: CallToolResult;
}

/**
 * The server's side of the Tasks extension: a task is a run. Its state is the run's record, so it outlives the client and this
 * server; its id says where the record is, with a token that only those know who got it.
 */
export class Tasks {
  readonly #runs: Runs;
  /** Where the runs are, for those that leave no record. */
  readonly #known = new Map<string, KnownRun>();

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /** The task for a run, as the answer of the call that started it. */
  async create(run: KnownRun): Promise<Task & { readonly resultType: "task" }> {
    const token = run.record?.load<{ token: string }>(tokenFile)?.token ?? randomBytes(16).toString("base64url");
    run.record?.save(tokenFile, { token });
    const place = Buffer.from(this.#runs.roots.nameOf(run.folder)).toString("base64url");
    const taskId = `${run.name}.${token}.${place}`;
    this.#known.set(taskId, { ...run, record: undefined, process: undefined });
    return { ...(await this.#task(taskId, run)), resultType: "task" };
  }

  /** Answers `tasks/get`, `tasks/cancel` and `tasks/update`. */
  attach(server: Server): void {
    const named = fromJsonSchema<{ taskId: string }>({
      type: "object",
      properties: { taskId: { type: "string" } },
      required: ["taskId"],
    });
    const handle = (method: string, answer: (run: KnownRun, taskId: string) => Promise<object>) =>
      server.setRequestHandler(method, { params: named }, async ({ taskId }, context) => {
        checkCapability(context);
        return { ...(await answer(this.#find(taskId), taskId)) };
      });
    handle("tasks/get", (run, taskId) => this.#task(taskId, run));
    handle("tasks/cancel", async (run) => {
      if (statusOf(run) === "running") this.#runs.cancel(run);
      return {};
    });
    // No task of ours ever asks for input, and answers to questions that are not open are to be ignored.
    handle("tasks/update", async () => ({}));
    server.registerCapabilities({ extensions: { [tasksExtension]: {} } });
  }

  #find(taskId: string): KnownRun {
    const [name = "", token, place = ""] = taskId.split(".");
    const known = this.#known.get(taskId);
    if (known) return this.#runs.again(known);
    try {
      const run = this.#runs.find({ run: name, folder: Buffer.from(place, "base64url").toString() || undefined });
      if (token && run.record?.load<{ token: string }>(tokenFile)?.token === token) return run;
    } catch {
      // To a client all of these are the same: there is no such task.
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${taskId}.`);
  }

  async #task(taskId: string, run: KnownRun): Promise<Task> {
    const status = statusOf(run);
    const task = {
      taskId,
      createdAt: run.record?.header.started ?? new Date().toISOString(),
      lastUpdatedAt: lastChange(run).toISOString(),
      ttlMs: null,
      pollIntervalMs: pollInterval,
    };
    if (status === "running") return { ...task, status: "working", statusMessage: progressLine(run) };
    const statusMessage = `Stopped. The best result so far: result {"run":"${run.name}"}`;
    if (status === "interrupted") return { ...task, status: "cancelled", statusMessage };
    return {
      ...task,
      status: "completed",
      result: { ...asCallResult(await runReport(run, this.#runs.roots)), resultType: "complete" },
    };
  }
}

function checkCapability(context: ServerContext): void {
  if (knowsTasks(context)) return;
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
}

function lastChange({ record }: KnownRun): Date {
  return (record && statIfThere(record.journalPath)?.mtime) ?? new Date();
}
