import type { Checkpoint, Checkpoints } from '@forgefold/core/ports'

/** Checkpoints of reactors, kept in memory. */
export const makeMemoryCheckpoints = (): Checkpoints => {
  const positions = new Map<string, Checkpoint>()
  return {
    load: async (reactor) => positions.get(reactor),
    save: async (reactor, checkpoint) => {
      positions.set(reactor, checkpoint)
    },
  }
}
