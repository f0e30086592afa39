import type { Http2Session } from "node:http2";
import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { type EngineAddress, endpointOf, readToken } from "../engine-address.ts";
import { ByteStream } from "../protocol/bytestream_pb.ts";
import { Operations } from "../protocol/operations_pb.ts";
import { ActionCache, Capabilities, ContentAddressableStorage, Execution } from "../protocol/remote_execution_pb.ts";
import { readTlsFiles } from "./tls.ts";

/** The services of an engine. */
export interface Connection {
  readonly instance: string;
  readonly capabilities: Client<typeof Capabilities>;
  readonly storage: Client<typeof ContentAddressableStorage>;
  readonly streams: Client<typeof ByteStream>;
  readonly cache: Client<typeof ActionCache>;
  readonly execution: Client<typeof Execution>;
  readonly operations: Client<typeof Operations>;
  readonly close: () => void;
}

/** A worker may be silent for as long as a test runs: only the connection shows whether the engine is alive. */
const usualSilence = 20_000;

/** Connects when the first call is made. After `silence` milliseconds without a sign of life, and as long to wait for one, anew. */
export function connectTo(address: EngineAddress, silence = usualSilence): Connection {
  const { origin, instance } = endpointOf(address.url);
  const token = readToken(address);
  const authorize: Interceptor = (next) => (request) => {
    request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
  const pings = { pingIntervalMs: silence, pingTimeoutMs: silence };
  const sessions = new Http2SessionManager(origin, pings, readTlsFiles(address));
  const transport = createGrpcTransport({
    baseUrl: origin,
    interceptors: token === undefined ? [] : [authorize],
    sessionManager: listenedTo(sessions),
  });
  return {
    instance,
    capabilities: createClient(Capabilities, transport),
    storage: createClient(ContentAddressableStorage, transport),
    streams: createClient(ByteStream, transport),
    cache: createClient(ActionCache, transport),
    execution: createClient(Execution, transport),
    operations: createClient(Operations, transport),
    close: () => sessions.abort(),
  };
}

type SessionManager = Pick<Http2SessionManager, "authority" | "request" | "notifyResponseByteRead">;

/**
 * A connection that is given up ends its calls first, and then says why. A call that is made in between opens another connection,
 * and from then on nobody but us listens to the first one: its error would end the process.
 */
function listenedTo(sessions: Http2SessionManager): SessionManager {
  const heard = new WeakSet<Http2Session>();
  return {
    authority: sessions.authority,
    notifyResponseByteRead: (stream) => sessions.notifyResponseByteRead(stream),
    request: async (...words) => {
      const stream = await sessions.request(...words);
      const { session } = stream;
      // The calls have their own errors.
      if (session && !heard.has(session)) session.on("error", () => {});
      if (session) heard.add(session);
      return stream;
    },
  };
}
