import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type EventId, type NewEvent, streamName, userActor } from '@forgefold/core/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ids = makeIds()
const madeUp = (): NewEvent => ({
  id: ids.uuid() as EventId,
  type: 'Noted',
  version: 1,
  data: { text: 'x'.repeat(100) },
  metadata: { at: systemClock.now(), actor: userActor(1), correlationId: ids.uuid() },
})

describe('the write-ahead log of the event file', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'forgefold-log-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const path = () => join(folder, 'events.sqlite')
  const waiting = () => (existsSync(`${path()}-wal`) ? statSync(`${path()}-wal`).size : 0)

  it('is empty after a clean stop: the file alone is the whole history', async () => {
    const store = openSqliteEventStore({ path: path() })
    for (let n = 1; n <= 20; n++) await store.append(streamName('note', n), [madeUp()], 'noStream')
    expect(waiting()).toBeGreaterThan(0)
    await store.close()
    expect(waiting()).toBe(0)
  })

  it('is left to the others where they still have the file open, and nothing is lost', async () => {
    const [one, other] = [openSqliteEventStore({ path: path() }), openSqliteEventStore({ path: path() })]
    await one.append(streamName('note', 1), [madeUp()], 'noStream')
    await one.close()
    await other.append(streamName('note', 2), [madeUp()], 'noStream')
    expect(await other.readAll()).toMatchObject({ events: [{ stream: 'note-1' }, { stream: 'note-2' }] })
    await other.close()
    expect(waiting()).toBe(0)
  })
})
