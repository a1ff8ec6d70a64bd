import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ForgefoldOptions } from '@forgefold/server'
import { converse, type Exchange, recorded } from '@forgefold/spec/conversation'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { openTestInstance } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'

const talkOn = async (more: Partial<ForgefoldOptions>): Promise<ReadonlyArray<Exchange>> => {
  const instance = await openTestInstance({ more })
  try {
    const recording = recorded(instance)
    await converse(recording)
    return recording.exchanges
  } finally {
    await instance.close()
  }
}

describe('one conversation on two stores', () => {
  it('gets the same answers from EventStoreDB as from SQLite, body for body', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forgefold-answers-'))
    const double = await startEventStoreDbDouble()
    try {
      const sqlite = await talkOn({ data: join(folder, 'sqlite') })
      const events = { connectionString: double.connectionString }
      const other = await talkOn({ data: join(folder, 'esdb'), eventStore: events })
      expect(other.length).toBe(sqlite.length)
      for (const [index, exchange] of sqlite.entries()) expect(other[index]).toEqual(exchange)
      // The conversation is about something: most of it succeeds, and all kinds of refusals come up.
      const statuses = new Set(sqlite.map(({ status }) => status))
      for (const status of [200, 201, 204, 400, 401, 404, 405, 409]) expect(statuses).toContain(status)
      expect(sqlite.filter(({ status }) => status < 300).length).toBeGreaterThan(80)
      expect(sqlite.filter(({ status }) => status >= 500)).toEqual([])
      expect(double.log.records.length).toBeGreaterThan(100)
    } finally {
      await double.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
