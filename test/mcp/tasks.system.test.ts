import { resultFromTaskOutcome, withTasks } from "@modelcontextprotocol/ext-tasks/client";
import { isCreateTaskResultV2, isDetailedTaskV2 } from "@modelcontextprotocol/ext-tasks/core/v2";
import { afterEach, describe, expect, test } from "vitest";
import { type Folder, selectFolder } from "../cli/culprit.ts";
import { RawConnection } from "./raw-connection.ts";
import { search, slow } from "./searches.ts";

const open: RawConnection[] = [];
afterEach(() => Promise.all(open.splice(0).map((each) => each.child.exitCode ?? each.leave())));

function connect(folder: Folder): RawConnection {
  const connection = new RawConnection(folder);
  open.push(connection);
  return connection;
}

const call = (given: object) => ({ name: "start", arguments: given });

describe("a run as a task", () => {
  test("is followed by the client of the Tasks extension to its result", async () => {
    const session = withTasks(connect(selectFolder()).port());
    const execution = await session.callTool("start", { ...search, wait: 0 });
    const { outcome } = await execution.settle();
    const { content, isError } = resultFromTaskOutcome(outcome) as { content: unknown[]; isError?: boolean };
    expect(isError ?? false).toBe(false);
    expect(content[0]).toMatchObject({ text: expect.stringMatching(/^Fails because of <SELECT>\./) });
    await session.close();
  });

  test("goes on without client and server, and is known to the next server", async () => {
    const folder = selectFolder();
    const first = connect(folder);
    const { result: created } = await first.request("tools/call", call(slow));
    expect(isCreateTaskResultV2(created)).toBe(true);
    expect(await first.leave()).toBe(0);

    const second = connect(folder);
    const { taskId } = created as { taskId: string };
    const { result: working } = await second.request("tasks/get", { taskId });
    expect(isDetailedTaskV2(working)).toBe(true);
    expect(working).toMatchObject({ taskId, status: "working", statusMessage: expect.stringContaining("Running") });
    expect(await second.request("tasks/update", { taskId, inputResponses: {} })).toHaveProperty("result");
    expect(await second.request("tasks/cancel", { taskId })).toHaveProperty("result");
    let task = working as { readonly status: string };
    while (task.status === "working") task = (await second.request("tasks/get", { taskId })).result as typeof task;
    expect(task.status).toMatch(/cancelled|completed/);
    expect(isDetailedTaskV2(task)).toBe(true);
  });

  test("is refused to clients that do not know tasks, and to those that guess", async () => {
    const folder = selectFolder();
    const connection = connect(folder);
    const { result } = await connection.request("tools/call", call({ ...slow, wait: 0 }), {});
    expect(result).toMatchObject({ resultType: "complete", structuredContent: { status: "running" } });
    const { run } = (result as { structuredContent: { run: string } }).structuredContent;
    expect(await connection.request("tasks/get", { taskId: run }, {})).toMatchObject({ error: { code: -32_021 } });
    for (const taskId of ["", run, `${run}..`, `${run}.x.`, "../../etc.x.", `${run}.x.Li4v`])
      expect(await connection.request("tasks/get", { taskId }), taskId).toMatchObject({ error: { code: -32_602 } });
    await connection.request("tools/call", { name: "cancel", arguments: { run } });
  });
});

describe("a server whose client misbehaves", () => {
  test("goes on after lines that are no messages", async () => {
    const connection = connect(selectFolder());
    for (const line of ["{", "hello", "[]", '{"jsonrpc":"2.0"}', "null", "\u0000", ""]) connection.write(line);
    expect(await connection.request("tools/list", {})).toHaveProperty("result");
    expect(await connection.request("tools/call", { name: "why", arguments: { test: "npm test" } })).toMatchObject({
      result: { isError: true },
    });
    expect(await connection.request("tools/call", { name: "rm" })).toHaveProperty("error");
    for (const uri of [
      "culprit://run/../../etc",
      "culprit://run/20200101-000000/report.txt",
      "culprit://run/%E0/x",
      "culprit://x",
    ])
      expect(await connection.request("resources/read", { uri }), uri).toMatchObject({ error: { code: -32_602 } });
  });

  test("ends after a message that is too long, as after any other end", async () => {
    const connection = connect(selectFolder());
    const ended = new Promise((done) => connection.child.once("close", done));
    connection.write(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { text: "x".repeat(11 * 1024 * 1024) } }),
    );
    expect(await ended).toBe(0);
  });

  test("ends when the client is gone in the middle of a call, and leaves the run to others", async () => {
    const folder = selectFolder();
    const connection = connect(folder);
    void connection.request("tools/call", call({ ...slow, wait: 50 }), {});
    await folder.hasLearned(1);
    expect(await connection.leave()).toBe(0);
    const next = connect(folder);
    const { result: listed } = await next.request("tools/call", { name: "status", arguments: {} });
    const { runs } = (listed as { structuredContent: { runs: { run: string; status: string }[] } }).structuredContent;
    expect(runs).toMatchObject([{ status: "running" }]);
    await next.request("tools/call", { name: "cancel", arguments: { run: runs[0]!.run } });
  });
});
