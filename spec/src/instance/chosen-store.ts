import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ForgefoldOptions } from '@forgefold/server'

/** Where test instances keep their history, unless a test says so itself: the environment's `FORGEFOLD_TEST_STORE`. */
const TEST_STORES = ['memory', 'sqlite', 'eventstoredb'] as const
export type TestStore = (typeof TEST_STORES)[number]

export interface ChosenStore {
  readonly options: Pick<ForgefoldOptions, 'data' | 'eventStore'>
  readonly close: () => Promise<void>
}

const chosen = (): TestStore => {
  const name = process.env['FORGEFOLD_TEST_STORE'] ?? 'memory'
  const store = TEST_STORES.find((one) => one === name)
  if (store === undefined) throw new Error(`FORGEFOLD_TEST_STORE is one of ${TEST_STORES.join(', ')}; not ${name}`)
  return store
}

const inFolder = async (): Promise<ChosenStore> => {
  const data = await mkdtemp(join(tmpdir(), 'forgefold-test-'))
  return { options: { data }, close: () => rm(data, { recursive: true, force: true }) }
}

/** On a double of its own; everything else is kept as on SQLite. */
const onDouble = async (): Promise<ChosenStore> => {
  const { startEventStoreDbDouble } = await import('../eventstoredb-double/index.js')
  const double = await startEventStoreDbDouble()
  const folder = await inFolder()
  const { connectionString } = double
  return {
    options: { ...folder.options, eventStore: { connectionString } },
    close: async () => {
      await double.stop()
      await folder.close()
    },
  }
}

/** Opens what the environment asks for. Throws where it asks for what there is not. */
export const openChosenStore = async (): Promise<ChosenStore> => {
  switch (chosen()) {
    case 'memory':
      return { options: {}, close: async () => {} }
    case 'sqlite':
      return inFolder()
    case 'eventstoredb':
      return onDouble()
  }
}
