import { EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let double: EventStoreDbDouble
let client: EventStoreDBClient
beforeEach(async () => {
  double = await startEventStoreDbDouble()
  client = EventStoreDBClient.connectionString(double.connectionString)
})
afterEach(async () => {
  await client.dispose()
  await double.stop()
})

const write = async (stream: string, records: number): Promise<void> => {
  for (let n = 0; n < records; n++) await client.appendToStream(stream, jsonEvent({ type: 'Tested', data: {} }))
}

/** What a subscription with a filter is told, in order; a checkpoint by the number of the record it names. */
const told = (maxSearchWindow: number, fromPosition: 'start' | 'end' = 'start') => {
  const log: Array<string> = []
  const filter = streamNameFilter({
    prefixes: ['wanted-'],
    checkpointInterval: 1,
    maxSearchWindow,
    checkpointReached: (_, { commit }) => {
      const record = double.log.records.findIndex(({ position }) => BigInt(position) === commit)
      log.push(commit === 0n ? 'checkpoint 0' : `checkpoint at record ${record}`)
    },
  })
  const subscription = client.subscribeToAll({ filter, fromPosition })
  subscription.on('data', ({ event }) => log.push(`event ${event?.streamId}`))
  subscription.on('caughtUp', () => log.push('caughtUp'))
  return log
}

/** Long enough for a message that ought not to come. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

describe('the checkpoints of a subscription with a filter', () => {
  it('do not tell of the end of the history', async () => {
    await write('other', 71)
    const log = told(32)
    await expect.poll(() => log.at(-1)).toBe('caughtUp')
    await settled()
    expect(log).toEqual(['checkpoint 0', 'checkpoint at record 31', 'caughtUp'])
  })

  it('come with whole windows only', async () => {
    await write('other', 71)
    const log = told(256)
    await expect.poll(() => log.at(-1)).toBe('caughtUp')
    await settled()
    expect(log).toEqual(['checkpoint 0', 'caughtUp'])
  })

  it('come with each match in the history', async () => {
    await write('other', 5)
    await write('wanted-1', 1)
    await write('other', 5)
    const log = told(32)
    await expect.poll(() => log.at(-1)).toBe('caughtUp')
    expect(log).toEqual(['checkpoint 0', 'event wanted-1', 'checkpoint at record 5', 'caughtUp'])
  })

  it('do not come at the head', async () => {
    await write('other', 40)
    const log = told(32, 'end')
    await expect.poll(() => log.at(-1)).toBe('caughtUp')
    await settled()
    expect(log).toEqual(['caughtUp'])
  })

  it('live come after so many records that did not match, and never with one that did', async () => {
    const log = told(32, 'end')
    const wide = told(256, 'end')
    await expect.poll(() => [log.at(-1), wide.at(-1)]).toEqual(['caughtUp', 'caughtUp'])
    await write('other', 31)
    await write('wanted-1', 1)
    await expect.poll(() => log.at(-1)).toBe('event wanted-1')
    await write('other', 9)
    await settled()
    expect(log).toEqual(['caughtUp', 'event wanted-1', 'checkpoint at record 32'])
    expect(wide).toEqual(['caughtUp', 'event wanted-1'])
  })
})
