import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { readCount } from "../application/options.ts";
import type { Words } from "../application/words.ts";
import { UserError } from "../core/user-error.ts";
import { statIfThere } from "../world/files/stat-if-there.ts";
import type { Command } from "./command.ts";

/** A token that people choose has at least this many characters. */
const minToken = 16;
/** Other users of a machine see the words of a command, but not its variables. */
const tokenVariable = "CULPRIT_SERVE_TOKEN";

export const serveCommand: Command = {
  name: "serve",
  usage: "culprit serve [FOLDER…] [--port N] [--host ADDRESS --token TOKEN]",
  about: "a page on this machine that shows runs, live and past, step by step",
  options: [
    { name: "port", value: "N", about: "the port to listen on (default: any that is free)" },
    { name: "host", value: "ADDRESS", about: "the address to listen on (default: 127.0.0.1); others need --token" },
    {
      name: "token",
      value: "TOKEN",
      about: `what readers need to see anything, at least ${minToken} characters (default: ${tokenVariable}, or a random one)`,
    },
    { name: "help", about: "show this" },
  ],
  example: [
    "It shows the runs of this folder, or of the folders named. Open the address that it prints: the token in it is what lets you in.",
    `A token on the command line can be seen by other users of the machine; one in ${tokenVariable} cannot.`,
    "Runs can be stopped and resumed there; new ones are started in a terminal. Ctrl-C ends the page, and no run.",
    "",
    "  culprit serve",
    "  culprit serve ~/projects/shop ~/projects/api --port 8123",
  ].join("\n"),
  run: async (words) => {
    const folders = words.positionals.length === 0 ? [process.cwd()] : words.positionals.map(readFolder);
    const { host, token } = await readAccess(words);
    const { servePage } = await import("../web/server/page-server.ts");
    const { inAddress, openHosts } = await import("../web/server/access.ts");
    const options = { folders, host, token, port: readPort(words), program: process.argv[1]! };
    const server = await servePage(options).catch((error) => {
      throw listenError(error, options);
    });
    for (const each of openHosts(host))
      process.stdout.write(`http://${inAddress(each)}:${server.port}/#token=${encodeURIComponent(token)}\n`);
    const exitCode = await nextSignal();
    await server.close();
    return exitCode;
  },
};

function readFolder(name: string): string {
  const path = resolve(name);
  if (statIfThere(path)?.isDirectory()) return path;
  throw new UserError(`${name} is not a folder: name folders in which culprit was run.`);
}

function readPort(words: Words): number {
  const port = readCount(words, "port") ?? 0;
  if (port > 65_535) throw new UserError(`--port takes a number up to 65535, not ${port}.`);
  return port;
}

async function readAccess(words: Words): Promise<{ readonly host: string; readonly token: string }> {
  const { isLoopback } = await import("../web/server/access.ts");
  const host = words.value("host") ?? "127.0.0.1";
  const given = words.value("token");
  const name = given === undefined ? tokenVariable : "--token";
  const token = given ?? (process.env[tokenVariable] || undefined);
  // The tests of runs that are resumed on the page have no use for it.
  delete process.env[tokenVariable];
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new UserError(`${name} takes letters, digits and signs without spaces.`);
  if (token !== undefined && token.length < minToken)
    throw new UserError(`${name} takes at least ${minToken} characters: openssl rand -hex 16 prints one.`);
  if (token === undefined && !isLoopback(host))
    throw new UserError(
      `--host ${host} lets other machines in: choose a token with ${tokenVariable} or --token. The connection is not encrypted; an SSH tunnel ` +
        "to the default address is safer.",
    );
  return { host, token: token ?? randomBytes(24).toString("base64url") };
}

function listenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (error.code === "EADDRINUSE") return new UserError(`Port ${port} is in use: choose another with --port.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new UserError(`${host} is not an address of this machine.`);
  if (error.code === "EACCES") return new UserError(`You may not listen on port ${port}: choose one above 1023.`);
  return error;
}

/** Waits for a signal that ends the page; returns its exit code. Ending it is not a failure, however it is done. */
function nextSignal(): Promise<number> {
  return new Promise((done) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => done(0));
  });
}
