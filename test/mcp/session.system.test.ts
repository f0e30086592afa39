import { afterEach, describe, expect, test } from "vitest";
import { newFolder, selectFolder } from "../cli/culprit.ts";
import { checkFinding } from "../cli/finding-schema.ts";
import { commit, git, repository } from "../cli/repository.ts";
import { search, slow } from "./searches.ts";
import { closeAll, connect } from "./server.ts";

afterEach(closeAll);

describe("a session with culprit mcp", () => {
  test.each(["legacy", "auto"] as const)("finds a cause, shows it, and runs it again (%s)", async (mode) => {
    const { client, call, read } = await connect(selectFolder(), { mode });
    const messages: string[] = [];
    const onprogress = ({ message = "" }) => messages.push(message);
    await client.callTool({ name: "start", arguments: search }, { onprogress });
    expect(messages[0]).toMatch(/^Running: .*, culprit input -- .\/printer.sh {} \(.* 0 tests so far/);

    const { text, data, uris } = await call("result", { run: "last" });
    expect(text.split("\n")[0]).toBe("Fails because of <SELECT>.");
    expect(text.split("\n").at(-1)).toContain("./printer.sh bug.failing.html");
    expect(data).toMatchObject({ status: "found", headline: "Fails because of <SELECT>" });
    const run = String(data.run);
    expect(await read(uris.find((uri) => uri.endsWith("/failing"))!)).toBe("<SELECT>");
    const finding = JSON.parse(await read(`culprit://run/${run}/finding.json`));
    expect(finding).toMatchObject({ kind: "input", run, schemaVersion: 1 });
    checkFinding(finding);
    expect((await read(`culprit://run/${run}/report.html`)).slice(0, 15)).toBe("<!doctype html>");

    const again = await call("replay", { run });
    expect(again.text).toMatch(/^Run again: it fails \(exit 3\), as it did\.\n[\s\S]*printer: segmentation fault/);
    expect((await call("replay", { run, step: 1 })).data).toMatchObject({ step: 1, sameOutcome: true });
    expect((await call("status")).text).toContain(`${run}  found  culprit input`);
    const listed = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(listed).toEqual(expect.arrayContaining([...uris]));
  });

  test("answers why a test fails", async () => {
    const folder = newFolder();
    folder.script("check.sh", '[ "$NODE_ENV" != production ]');
    const { call } = await connect(folder, { env: { NODE_ENV: "production" } });
    let answer = await call("why", { test: ["./check.sh"], wait: 50 });
    while (answer.data.status === "running") answer = await call("status", { run: answer.data.run, wait: 50 });
    expect(answer.text).toContain("Fails with NODE_ENV=production, passes without it.");
    expect(answer.text.split("\n").length).toBeLessThanOrEqual(40);
  });

  test("names the call that finds the lines of a commit, which works", async () => {
    const folder = newFolder();
    repository(folder.path, { "a.js": "", "check.js": 'require("./a.js");' });
    commit(folder.path, "good", { "b.js": "" });
    git(folder.path, "tag", "good");
    commit(folder.path, "bad", { "a.js": "process.exitCode = 1;\n", "b.js": "1;\n" });
    const { call } = await connect(folder);
    const given = { command: "changes", args: ["good", "--commit"], test: ["node", "check.js"], wait: 50 };
    const [, next] = /^Next: find the lines: start (.*)$/m.exec((await call("start", given)).text)!;
    const { text } = await call("start", { ...JSON.parse(next!), wait: 50 });
    expect(text).toContain("It fails because of a.js:1");
  });

  test("stops a run with what it has, and goes on with it", async () => {
    const { call } = await connect(selectFolder());
    const { data, text } = await call("start", slow);
    expect(data.status).toBe("running");
    expect(text).toContain(`Next: status {"run":"${data.run}","wait":30}`);
    const stopped = await call("cancel", { run: data.run });
    expect(stopped.data.status).toMatch(/interrupted|unfinished/);
    expect(stopped.text).toContain(`start {"command":"resume","args":["${data.run}"]}`);
    expect(await call("cancel", { run: data.run })).toMatchObject({ isError: true });
    const resumed = await call("start", { command: "resume", args: ["--budget", "5m", data.run], wait: 0 });
    expect(resumed.data).toMatchObject({ run: data.run, status: "running" });
    await call("cancel", { run: data.run });
  });

  test("says what was wrong with a call, and what to do", async () => {
    const { call } = await connect(selectFolder());
    const wrong = (given: object) => call("start", { ...search, ...given }).then(({ text }) => text);
    expect(await wrong({ args: ["missing.html"] })).toContain("There is no file missing.html.");
    expect(await wrong({ args: ["bug.html", "--jbos", "2"] })).toContain("Did you mean --jobs?");
    expect(await wrong({ command: "serve" })).toContain("command");
    expect((await call("result", { run: "20200101-000000" })).text).toContain("There is no run 20200101-000000");
    const help = (await call("start", { command: "input", args: ["--help"] })).text;
    expect(help).toContain("Usage: culprit input");
    expect(help).toContain("--quiet");
  });

  test("shows no secrets of the environment", async () => {
    const folder = selectFolder();
    folder.script("leak.sh", 'grep -q "<SELECT" "$1" && { echo "token $API_TOKEN refused" >&2; exit 3; }; exit 0');
    const { call, read } = await connect(folder, { env: { API_TOKEN: "abc-123-very-secret" } });
    const { text, data } = await call("start", { ...search, test: ["./leak.sh", "{}"] });
    const all = [
      text,
      (await call("replay", { run: data.run })).text,
      await read(`culprit://run/${data.run}/report.html`),
    ];
    expect(all[1]).toContain("token <API_TOKEN> refused");
    // Not the whole page, which no reader of a failed test wants to see.
    expect(all.join("\n").match(/.{0,80}very-secret/)).toBeNull();
  });

  test("shows no secrets of a run whose shell had them, nor where its test is run again", async () => {
    const folder = selectFolder();
    const secret = "abc-123-very-secret";
    folder.script("leak.sh", `grep -q "<SELECT" "$1" && { echo "token $2 refused" >&2; exit 3; }; exit 0`);
    const words = ["input", "bug.html", "--", "./leak.sh", "{}", secret];
    await folder.start(words, { API_TOKEN: secret }).ended;
    const { call } = await connect(folder);
    const all = [(await call("status")).text, (await call("replay", { run: "last" })).text];
    expect(all).toEqual([
      expect.stringContaining("./leak.sh {} <API_TOKEN>: "),
      expect.stringContaining("token <API_TOKEN> refused"),
    ]);
    expect(all.join("\n")).not.toContain(secret);
  });
});
