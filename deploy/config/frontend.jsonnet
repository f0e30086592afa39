// What culprit talks to: the store, the cache and the scheduler behind one port.
local common = import 'common.libsonnet';

{
  global: {},
  grpcServers: [common.server(8980)],
  schedulers: { '': { endpoint: { address: 'scheduler:8982' } } },
  maximumMessageSizeBytes: common.maximumMessageSizeBytes,
  contentAddressableStorage: {
    backend: common.contentAddressableStorage,
    getAuthorizer: common.everybody,
    putAuthorizer: common.everybody,
    findMissingAuthorizer: common.everybody,
  },
  actionCache: {
    backend: common.actionCache,
    getAuthorizer: common.everybody,
    // Only workers write results, and they do not come this way: a client cannot forge one.
    putAuthorizer: { deny: {} },
  },
  executeAuthorizer: common.everybody,
}
