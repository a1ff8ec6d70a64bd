import {
  makeMemoryBlobs,
  makeMemoryCheckpointLog,
  makeMemoryCheckpoints,
  makeMemoryPersonalData,
  makeMemorySnapshots,
  makeMemoryTreeTiles,
} from '@forgefold/adapters/memory'
import {
  blobCases,
  checkpointCases,
  checkpointLogCases,
  type DurablePort,
  personalDataCases,
  snapshotCases,
  treeTileCases,
} from '@forgefold/spec/laws'
import { runCases } from '../../run-cases.js'

/** In memory, a place is the port itself. */
const inMemory =
  <Port>(make: () => Port) =>
  async (): Promise<DurablePort<Port>> => {
    const port = make()
    return { connect: async () => ({ port, close: async () => undefined }), remove: async () => undefined }
  }

runCases('checkpoints in memory', checkpointCases(inMemory(makeMemoryCheckpoints)))
runCases('snapshots in memory', snapshotCases(inMemory(makeMemorySnapshots)))
runCases('the log of checkpoints in memory', checkpointLogCases(inMemory(makeMemoryCheckpointLog)))
runCases('tiles of the tree in memory', treeTileCases(inMemory(makeMemoryTreeTiles)))
runCases('personal data in memory', personalDataCases(inMemory(makeMemoryPersonalData)))
runCases('blobs in memory', blobCases(inMemory(makeMemoryBlobs)))
