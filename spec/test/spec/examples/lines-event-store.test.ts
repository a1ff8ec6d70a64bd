import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createForge } from '@forgefold/server'
import { openLinesEventStore } from '@forgefold/spec/examples'
import { eventStoreCases } from '@forgefold/spec/laws'
import { expect, it } from 'vitest'
import { runCases } from '../../run-cases.js'

const ONE_PROCESS = { because: 'one store at a time has the file' }

const cases = eventStoreCases({
  name: 'a file of lines',
  traits: {
    durable: true,
    shared: ONE_PROCESS,
    densePositions: true,
    permanentDeduplication: true,
    synchronousDelivery: true,
  },
  place: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lines-'))
    return {
      connect: async () => openLinesEventStore(join(folder, 'events.jsonl')),
      remove: async () => rmSync(folder, { recursive: true }),
    }
  },
})

runCases('an event store of one’s own', cases)

it('a forge keeps its history in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'))
  const file = join(folder, 'events.jsonl')
  // #region use
  const events = openLinesEventStore(file)
  const forge = await createForge({ ports: { events } })
  // #endregion
  const profile = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
  await forge.useCases.user.registerUser({ profile, password: undefined, admin: false, confirmed: true })
  await forge.close()
  await events.close()
  const again = await openLinesEventStore(file).readAll()
  expect(again.kind === 'Read' && again.events.some(({ type }) => type === 'UserRegistered')).toBe(true)
  rmSync(folder, { recursive: true })
})
