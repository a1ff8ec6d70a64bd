import type { Position } from '@forgefold/core/kernel'
import type { Checkpoints } from '@forgefold/core/ports'

export const makeMemoryCheckpoints = (): Checkpoints => {
  const positions = new Map<string, Position>()
  return {
    load: async (reactor) => positions.get(reactor),
    save: async (reactor, position) => {
      positions.set(reactor, position)
    },
  }
}
