import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { selectFolder } from "../cli/culprit.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { search, slow } from "./searches.ts";
import { closeAll, connect } from "./server.ts";

afterEach(closeAll);

describe("culprit mcp keeps to its folders", () => {
  test("whatever names a file: folder, arguments, options, links", async () => {
    const folder = selectFolder();
    const outside = temporaryFolder("outside");
    writeFileSync(join(outside, "bug.html"), "<SELECT>");
    symlinkSync(outside, join(folder.path, "link"));
    const { call } = await connect(folder);
    for (const given of [
      { folder: tmpdir() },
      { folder: "link" },
      { args: [join(outside, "bug.html")] },
      { args: ["link/bug.html"] },
      { args: ["bug.html", "--output", join(outside, "result")] },
      { args: ["bug.html", "--html=link/report.html"] },
    ])
      expect(await call("start", { ...search, ...given }), JSON.stringify(given)).toMatchObject({
        isError: true,
        text: expect.stringMatching(/outside of the folders that this server may work in/),
      });
    expect((await call("status", { run: "last", folder: ".." })).text).toContain("outside of the folders");
  });

  test("with several roots, and folders below them", async () => {
    const [one, two] = [selectFolder(), selectFolder()];
    mkdirSync(join(one.path, "below"));
    const { call, read } = await connect(one, { args: ["--root", ".", "--root", two.path] });
    const there = await call("start", { ...search, folder: two.path });
    expect(there.data).toMatchObject({ status: "found", folder: two.path });
    expect(await read(there.uris[0]!)).toBe("<SELECT>");
    const below = await call("start", {
      ...search,
      args: ["../bug.html"],
      test: ["../printer.sh", "{}"],
      folder: "below",
    });
    expect(below.data).toMatchObject({ status: "found", folder: "below" });
    expect((await call("result", { run: below.data.run, folder: "below" })).text).toBe(below.text);
  });

  test("also where a record names a file elsewhere", async () => {
    const folder = selectFolder();
    const { client, call } = await connect(folder);
    const { data } = await call("start", search);
    const story = join(folder.path, ".culprit", "runs", String(data.run), "story.json");
    const changed = folder
      .read(story.slice(folder.path.length + 1))
      .replaceAll(/[^"]*bug.failing.html/g, "/etc/hostname");
    writeFileSync(story, changed);
    await expect(client.readResource({ uri: `culprit://run/${data.run}/failing` })).rejects.toThrow(/outside of the/);
  });
});

describe("culprit mcp has a limit", () => {
  test("when a client asks for many runs at once", async () => {
    const { call } = await connect(selectFolder(), { args: ["--max-runs", "2"] });
    const answers = await Promise.all(Array.from({ length: 100 }, () => call("start", slow)));
    const started = answers.filter(({ isError }) => !isError);
    expect(started.map(({ data }) => data.run)).toHaveLength(2);
    expect(new Set(started.map(({ data }) => data.run)).size).toBe(2);
    expect(answers.find(({ isError }) => isError)!.text).toContain("2 runs are going on already");
    for (const { data } of started) await call("cancel", { run: data.run });
  });

  test("that two servers in one folder share", async () => {
    const folder = selectFolder();
    const [one, two] = [
      await connect(folder, { args: ["--max-runs", "1"] }),
      await connect(folder, { args: ["--max-runs", "1"] }),
    ];
    const { data } = await one.call("start", slow);
    expect((await two.call("start", slow)).text).toContain("A run is going on already");
    expect((await two.call("status", { run: data.run })).data).toMatchObject({ run: data.run, status: "running" });
    expect((await two.call("cancel", { run: data.run })).isError).toBe(false);
  });
});
