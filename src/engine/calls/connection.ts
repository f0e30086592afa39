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

/** Connects when the first call is made. */
export function connectTo(address: EngineAddress): Connection {
  const { origin, instance } = endpointOf(address.url);
  const token = readToken(address);
  const authorize: Interceptor = (next) => (request) => {
    request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
  // A worker may be silent for as long as a test runs: only the connection shows whether the engine is alive.
  const pings = { pingIntervalMs: 20_000, pingTimeoutMs: 20_000 };
  const session = new Http2SessionManager(origin, pings, readTlsFiles(address));
  const transport = createGrpcTransport({
    baseUrl: origin,
    interceptors: token === undefined ? [] : [authorize],
    sessionManager: session,
  });
  return {
    instance,
    capabilities: createClient(Capabilities, transport),
    storage: createClient(ContentAddressableStorage, transport),
    streams: createClient(ByteStream, transport),
    cache: createClient(ActionCache, transport),
    execution: createClient(Execution, transport),
    operations: createClient(Operations, transport),
    close: () => session.abort(),
  };
}
