import type { Benchmark } from './benchmark.js'

/** Every benchmark by its name in the table of goals; loaded only when it runs. */
export const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  E1: async () => (await import('./event-store/eventstoredb.js')).eventStoreDbAppend,
  G1: async () => (await import('./merge-requests/merge.js')).merging,
  G2: async () => (await import('./merge-requests/changes.js')).changesOfHundred,
  P1: async () => (await import('./event-store/replay.js')).replay,
  P2: async () => (await import('./read-model/rebuild.js')).rebuilding,
  P3: async () => (await import('./event-store/load-aggregate.js')).loadAggregate,
  R1: async () => (await import('./http/deployments.js')).readOne,
  R2: async () => (await import('./merge-requests/http.js')).listOfRequests,
  R2d: async () => (await import('./http/deployments.js')).listTwenty,
  R2f: async () => (await import('./merge-requests/filter-latency.js')).everyFilter,
  R3: async () => (await import('./http/latency.js')).latency,
  S1: async () => (await import('./start/start.js')).startUp,
  S2: async () => (await import('./start/start.js')).idleMemory,
  scale: async () => (await import('./http/scale.js')).scale,
  R6: async () => (await import('./merge-requests/http.js')).oneRequest,
  V1: async () => (await import('./event-store/verify.js')).verifying,
  W1: async () => (await import('./http/deployments.js')).createOne,
  W1e: async () => (await import('./http/creations.js')).createOnNode,
  R4: async () => (await import('./packages/lists.js')).listOfPackages,
  R5: async () => (await import('./packages/lists.js')).searchOfPackages,
  W2: async () => (await import('./event-store/append.js')).manyWriters,
  W3: async () => (await import('./event-store/append.js')).oneWriter,
  W4: async () => (await import('./event-store/read-your-writes.js')).readYourWrites,
  W5: async () => (await import('./packages/upload.js')).upload,
}
