import type { StreamName } from '@forgefold/core/kernel'
import type { Snapshot, Snapshots } from '@forgefold/core/ports'

/**
 * Keeps snapshots as text, so that no caller shares state with the store.
 *
 * @example
 * assert.equal(await makeMemorySnapshots().load('label-1'), undefined)
 */
export const makeMemorySnapshots = (): Snapshots => {
  const snapshots = new Map<StreamName, string>()
  return {
    load: async (stream) => {
      const text = snapshots.get(stream)
      return text === undefined ? undefined : (JSON.parse(text) as Snapshot)
    },
    save: async (stream, snapshot) => {
      snapshots.set(stream, JSON.stringify(snapshot))
    },
  }
}
