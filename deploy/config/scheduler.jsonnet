local common = import 'common.libsonnet';

{
  global: {},
  adminHttpServers: [common.server(7982)],
  clientGrpcServers: [common.server(8982)],
  workerGrpcServers: [common.server(8983)],
  buildQueueStateGrpcServers: [common.server(8984)],
  browserUrl: common.browserUrl,
  contentAddressableStorage: common.contentAddressableStorage,
  maximumMessageSizeBytes: common.maximumMessageSizeBytes,
  executeAuthorizer: common.everybody,
  modifyDrainsAuthorizer: common.everybody,
  killOperationsAuthorizer: common.everybody,
  synchronizeAuthorizer: common.everybody,
  actionRouter: {
    simple: {
      platformKeyExtractor: { action: {} },
      invocationKeyExtractors: [{ correlatedInvocationsId: {} }, { toolInvocationId: {} }],
      initialSizeClassAnalyzer: {
        defaultExecutionTimeout: '1800s',
        // culprit asks for the time limit of the test and two minutes more; what is longer than this is refused.
        maximumExecutionTimeout: '86400s',
      },
    },
  },
  // A test waits so long for a worker to come back before culprit is told that there is none.
  platformQueueWithNoWorkersTimeout: '900s',
}
