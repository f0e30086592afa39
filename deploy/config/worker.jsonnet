local common = import 'common.libsonnet';

{
  global: {},
  blobstore: {
    contentAddressableStorage: common.contentAddressableStorage,
    actionCache: common.actionCache,
  },
  browserUrl: common.browserUrl,
  maximumMessageSizeBytes: common.maximumMessageSizeBytes,
  scheduler: { address: 'scheduler:8983' },
  buildDirectories: [{
    // Hard links need no privileges. They make the inputs read-only, which is fine: culprit copies them first.
    native: {
      buildDirectoryPath: '/worker/build',
      cacheDirectoryPath: '/worker/cache',
      maximumCacheFileCount: 100000,
      maximumCacheSizeBytes: 4 * 1024 * 1024 * 1024,
      cacheReplacementPolicy: 'LEAST_RECENTLY_USED',
    },
    runners: [{
      endpoint: { address: 'unix:///worker/runner' },
      // Tests at a time on this worker.
      concurrency: 4,
      // What culprit has to ask for by --platform, word for word: { name: 'container-image', value: '…' }. Sorted by name.
      platform: { properties: [] },
      workerId: { hostname: std.extVar('HOSTNAME') },
    }],
  }],
  inputDownloadConcurrency: 10,
  outputUploadConcurrency: 10,
  directoryCache: {
    maximumCount: 10000,
    maximumSizeBytes: 16 * 1024 * 1024,
    cacheReplacementPolicy: 'LEAST_RECENTLY_USED',
  },
}
