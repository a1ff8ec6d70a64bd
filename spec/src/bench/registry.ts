import type { Benchmark } from './benchmark.js'

/** Every benchmark by its name in the table of goals; loaded only when it runs. */
export const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  E1: async () => (await import('./event-store/eventstoredb.js')).eventStoreDbAppend,
  G1: async () => (await import('./merge-requests/merge.js')).merging,
  P1: async () => (await import('./event-store/replay.js')).replay,
  P3: async () => (await import('./event-store/load-aggregate.js')).loadAggregate,
  R1: async () => (await import('./http/deployments.js')).readOne,
  R2d: async () => (await import('./http/deployments.js')).listTwenty,
  W1: async () => (await import('./http/deployments.js')).createOne,
  R4: async () => (await import('./packages/lists.js')).listOfPackages,
  R5: async () => (await import('./packages/lists.js')).searchOfPackages,
  W2: async () => (await import('./event-store/append.js')).manyWriters,
  W3: async () => (await import('./event-store/append.js')).oneWriter,
  W5: async () => (await import('./packages/upload.js')).upload,
}
