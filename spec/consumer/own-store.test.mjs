import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createForge } from '@forgefold/server'
import { openLinesEventStore } from './lines-event-store.mjs'

test('a forge keeps its history in a store of one’s own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'))
  const events = openLinesEventStore(join(folder, 'events.jsonl'))
  const forge = await createForge({ ports: { events } })
  const profile = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
  await forge.useCases.user.registerUser({ profile, password: undefined, admin: false, confirmed: true })
  await forge.close()
  const { events: kept } = await events.readAll()
  assert.ok(kept.some(({ type }) => type === 'UserRegistered'))
  await events.close()
  rmSync(folder, { recursive: true })
})
