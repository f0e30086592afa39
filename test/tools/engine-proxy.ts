import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { ConnectRouter, HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { type Connection, connectTo } from "../../src/engine/calls/connection.ts";
import { ByteStream } from "../../src/engine/protocol/bytestream_pb.ts";
import { Operations } from "../../src/engine/protocol/operations_pb.ts";
import {
  ActionCache,
  Capabilities,
  ContentAddressableStorage,
  Execution,
} from "../../src/engine/protocol/remote_execution_pb.ts";

/** What is answered in place of the engine. */
export interface Instead {
  readonly execution?: Partial<ServiceImpl<typeof Execution>>;
  readonly storage?: Partial<ServiceImpl<typeof ContentAddressableStorage>>;
  readonly streams?: Partial<ServiceImpl<typeof ByteStream>>;
  readonly operations?: Partial<ServiceImpl<typeof Operations>>;
}

export interface EngineProxy {
  readonly url: string;
  readonly close: () => void;
}

/** An engine that passes on all calls to another one but those that `instead` answers; it gets a client of the other one. */
export async function proxyOf(url: string, instead: (real: Connection) => Instead): Promise<EngineProxy> {
  const real = connectTo({ url, platform: [], passEnv: [], uploads: [] });
  const server = createServer(connectNodeAdapter({ routes: routes(real, instead(real)) }));
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => sessions.add(session));
  const close = () => {
    for (const session of sessions) session.destroy();
    server.close();
    real.close();
  };
  return { url: `grpc://127.0.0.1:${await listening(server)}`, close };
}

function routes(real: Connection, { execution, storage, streams, operations }: Instead) {
  const on = ({ signal }: HandlerContext) => ({ signal });
  return (router: ConnectRouter) =>
    router
      .service(Capabilities, { getCapabilities: (request, at) => real.capabilities.getCapabilities(request, on(at)) })
      .service(ActionCache, { getActionResult: (request, at) => real.cache.getActionResult(request, on(at)) })
      .service(ContentAddressableStorage, {
        findMissingBlobs: (request, at) => real.storage.findMissingBlobs(request, on(at)),
        batchUpdateBlobs: (request, at) => real.storage.batchUpdateBlobs(request, on(at)),
        ...storage,
      })
      .service(ByteStream, {
        read: (request, at) => real.streams.read(request, on(at)),
        write: (requests, at) => real.streams.write(requests, on(at)),
        ...streams,
      })
      .service(Execution, {
        execute: (request, at) => real.execution.execute(request, on(at)),
        waitExecution: (request, at) => real.execution.waitExecution(request, on(at)),
        ...execution,
      })
      .service(Operations, {
        cancelOperation: (request, at) => real.operations.cancelOperation(request, on(at)),
        ...operations,
      });
}

async function listening(server: Http2Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}
