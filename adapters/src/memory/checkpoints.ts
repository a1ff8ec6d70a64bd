import type { Checkpoint, Checkpoints } from '@forgefold/core/ports'
import type { Forkable } from './forkable.js'

/**
 * Checkpoints of reactors, kept in memory.
 *
 * @example
 * const checkpoints = makeMemoryCheckpoints()
 * await checkpoints.save('to-dos', { position: 12, anchor: undefined })
 * assert.equal((await checkpoints.load('to-dos')).position, 12)
 */
export const makeMemoryCheckpoints = (positions: Map<string, Checkpoint> = new Map()): Forkable<Checkpoints> => ({
  load: async (reactor) => positions.get(reactor),
  save: async (reactor, checkpoint) => {
    positions.set(reactor, checkpoint)
  },
  fork: () => makeMemoryCheckpoints(new Map(positions)),
})
