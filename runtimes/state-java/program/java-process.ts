import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server, type Socket } from "node:net";
import { basename } from "node:path";
import type { RunEnd } from "../../protocol/run-end.ts";
import { PlanFailure } from "../../shared/plan-errors.ts";
import { startWatchdog } from "../../shared/watchdog.ts";
import { Connection, handshake } from "../jdwp/connection.ts";

/** A Java program that was started. It has the standard streams of this process. */
export interface JavaProcess {
  /** How it ended, once it has. */
  readonly ended: Promise<RunEnd>;
  /** Ends it. */
  close(): Promise<void>;
  /** The same at once, where nothing can be waited for. */
  killNow(): void;
}

export interface DebuggedProcess extends JavaProcess {
  readonly connection: Connection;
}

export function startJava(command: readonly string[]): JavaProcess {
  const [program = "", ...words] = command;
  const child = spawn(program, words, { stdio: "inherit" });
  const watchdog = startWatchdog(child);
  const ended = endOf(child, program);
  // Also where nobody asks how it ended.
  ended.catch(() => {});
  const stop = () => watchdog.stop();
  ended.then(stop, stop);
  return {
    ended,
    close: async () => {
      child.kill("SIGKILL");
      await ended.catch(() => {});
    },
    killNow: () => watchdog.killNow(),
  };
}

/** Starts a program with the agent that Java has for debuggers. The program stands before its first instruction. */
export async function startDebugged(
  command: readonly string[],
  onStart: (started: JavaProcess) => void,
): Promise<DebuggedProcess> {
  const [program = "", ...words] = command;
  if (!/^java(?:\.exe)?$/.test(basename(program))) throw new PlanFailure("cannot-start", notJava(program));
  const server = createServer({ pauseOnConnect: true });
  try {
    const port = await listen(server);
    const options = `transport=dt_socket,server=n,suspend=y,address=127.0.0.1:${port}`;
    const started = startJava([program, `-agentlib:jdwp=${options}`, ...words]);
    onStart(started);
    const connection = await Promise.race([connected(server), endedEarly(started, program)]);
    return { ...started, connection };
  } finally {
    server.close();
  }
}

function endOf(child: ChildProcess, program: string): Promise<RunEnd> {
  return new Promise((resolve, reject) => {
    child.on("error", (error) =>
      reject(new PlanFailure("cannot-start", `${program} cannot be started: ${error.message}`)),
    );
    child.on("exit", (exit, signal) => resolve(signal === null ? { exit: exit ?? 0 } : { signal }));
  });
}

async function endedEarly({ ended }: JavaProcess, program: string): Promise<never> {
  const end = await ended;
  const how = "exit" in end ? `exit status ${end.exit}` : "signal" in end ? end.signal : end.message;
  throw new PlanFailure("cannot-start", `${program} ended with ${how} before the program began`);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("there is no port"));
      else resolve(address.port);
    });
  });
}

async function connected(server: Server): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve) => {
    server.on("connection", resolve);
  });
  return shakeHands(socket);
}

/** Both say the same words first. */
function shakeHands(socket: Socket): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const receive = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (received.length < handshake.length) return;
      socket.off("data", receive);
      const isRight = received.toString("latin1", 0, handshake.length) === handshake;
      if (isRight) resolve(new Connection(socket, received.subarray(handshake.length)));
      else reject(new Error("what connected is no Java program"));
    };
    socket.on("data", receive);
    socket.on("error", reject);
    socket.write(handshake);
    socket.resume();
  });
}

function notJava(program: string): string {
  return `a Java program has to be started as java … (java -cp out Main, java -jar app.jar), not by ${program}`;
}
