// What all parts of the engine share. Names such as `storage` are those of the services in compose.yaml and in kubernetes/.
local storage = { grpc: { client: { address: 'storage:8981' } } };

{
  contentAddressableStorage: storage,
  // A result is only given out while all files that it names are in the store.
  actionCache: {
    completenessChecking: {
      backend: storage,
      maximumTotalTreeSizeBytes: 64 * 1024 * 1024,
    },
  },
  // For links in messages; there is no such page here.
  browserUrl: 'http://localhost:7984',
  maximumMessageSizeBytes: 2 * 1024 * 1024,
  // Whoever can connect may do everything: see "Who may use it" in the README before you open a port.
  everybody: { allow: {} },
  server(port): {
    listenAddresses: [':%d' % port],
    authenticationPolicy: { allow: {} },
  },
}
