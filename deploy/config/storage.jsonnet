// Files and results on disk. The oldest go when the space is used up.
local common = import 'common.libsonnet';

local mebibyte = 1024 * 1024;

local onDisk(folder, blocks, map) = {
  'local': {
    keyLocationMapOnBlockDevice: { file: { path: folder + '/key_location_map', sizeBytes: map } },
    keyLocationMapMaximumGetAttempts: 16,
    keyLocationMapMaximumPutAttempts: 64,
    oldBlocks: 8,
    currentBlocks: 24,
    newBlocks: 3,
    blocksOnBlockDevice: {
      source: { file: { path: folder + '/blocks', sizeBytes: blocks } },
      spareBlocks: 3,
    },
    persistent: {
      stateDirectoryPath: folder + '/persistent_state',
      minimumEpochInterval: '300s',
    },
  },
};

{
  global: {},
  grpcServers: [common.server(8981)],
  maximumMessageSizeBytes: common.maximumMessageSizeBytes,
  contentAddressableStorage: {
    // The largest file that fits is a block: the space for blocks divided by 38.
    backend: onDisk('/storage/cas', 16 * 1024 * mebibyte, 256 * mebibyte),
    getAuthorizer: common.everybody,
    putAuthorizer: common.everybody,
    findMissingAuthorizer: common.everybody,
  },
  actionCache: {
    // For results, Buildbarn takes one new block only.
    backend: onDisk('/storage/ac', 64 * mebibyte, 2 * mebibyte) + { 'local'+: { newBlocks: 1 } },
    getAuthorizer: common.everybody,
    putAuthorizer: common.everybody,
  },
}
