import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openGitRepositories } from '@forgefold/adapters/git'
import { ObjectsPruned } from '@forgefold/core'
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

test('a forge understands what a port of one’s own throws', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'repositories-'))
  const repositories = await openGitRepositories({ root: folder })
  let isPruned = false
  const orPruned = (target, name) => (isPruned ? () => Promise.reject(new ObjectsPruned()) : target[name])
  const git = { ...repositories, of: (id) => new Proxy(repositories.of(id), { get: orPruned }) }
  const defects = []
  const forge = await createForge({ ports: { git }, onDefect: (error) => defects.push(error) })
  const jane = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
  await forge.useCases.user.registerUser({ profile: jane, password: undefined, admin: true, confirmed: true })
  const wanted = { userId: 1, name: 'test', scopes: ['api'], expiresAt: null }
  const token = await forge.useCases.personalAccessToken.createToken(wanted)
  const headers = { 'private-token': token.right.secret, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'app', initialize_with_readme: true })
  assert.equal((await forge.fetch('/api/v4/projects', { method: 'POST', headers, body })).status, 201)
  isPruned = true
  assert.equal((await forge.fetch('/api/v4/projects/1/repository/commits', { headers })).status, 410)
  assert.deepEqual(defects, [])
  await forge.close()
  await repositories.close()
  rmSync(folder, { recursive: true })
})
