import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeIds } from '@forgefold/adapters/crypto'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type EventId, type Instant, type NewEvent, streamName, systemActor } from '@forgefold/core/kernel'
import { createForge } from '@forgefold/server'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgefold-removed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ids = makeIds()
const event = (): NewEvent => {
  const id = ids.uuid() as EventId
  const metadata = { at: '2024-03-01T09:00:00Z' as Instant, actor: systemActor('test'), correlationId: id }
  return { id, type: 'Opened', version: 1, data: {}, metadata }
}

describe('an event log on SQLite', () => {
  const cases: ReadonlyArray<readonly [string, (path: string) => void, string]> = [
    ['was removed', (path) => rmSync(path), 'was removed while it was open'],
    ['is in a folder that was removed', () => rmSync(folder, { recursive: true }), 'was removed while it was open'],
    ['was renamed', (path) => renameSync(path, `${path}.old`), 'was removed while it was open'],
    [
      'was replaced by a copy',
      (path) => {
        copyFileSync(path, `${path}.copy`)
        renameSync(`${path}.copy`, path)
      },
      'another file was put in the place of',
    ],
  ]
  it.each(cases)('that %s takes no more events, because they would be lost', async (_, harm, reason) => {
    const path = join(folder, 'events.sqlite')
    const store = openSqliteEventStore({ path })
    expect(await store.append(streamName('thing', 1), [event()], 'noStream')).toMatchObject({ kind: 'Appended' })
    harm(path)
    const refused = { kind: 'Unavailable', reason: expect.stringContaining(reason) }
    const together = [1, 2, 3].map((id) => store.append(streamName('thing', id), [event()], 'any'))
    expect(await Promise.all(together)).toEqual([refused, refused, refused])
    await store.close()
  })
  it('takes them again when it is back in its place', async () => {
    const path = join(folder, 'events.sqlite')
    const store = openSqliteEventStore({ path })
    await store.append(streamName('thing', 1), [event()], 'noStream')
    renameSync(path, `${path}.old`)
    expect(await store.append(streamName('thing', 2), [event()], 'any')).toMatchObject({ kind: 'Unavailable' })
    renameSync(`${path}.old`, path)
    expect(await store.append(streamName('thing', 2), [event()], 'any')).toMatchObject({ kind: 'Appended' })
    await store.close()
  })
})

describe('a forge whose folder is removed while it is open', () => {
  it('refuses writes as unavailable, and closes', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const forge = await createForge({ data, onDefect: () => undefined })
    const register = (username: string) => {
      const profile = { username, name: username, email: `${username}@example.com` }
      return forge.useCases.user.registerUser({ profile, password: undefined, admin: false, confirmed: true })
    }
    expect(E.isRight(await register('jane'))).toBe(true)
    rmSync(data, { recursive: true })
    expect(await register('omar')).toMatchObject({ left: { kind: 'Unavailable' } })
    expect((await forge.fetch('/api/v4/version')).status).toBe(401)
    await forge.close()
  })
})
