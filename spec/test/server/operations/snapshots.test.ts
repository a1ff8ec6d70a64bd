import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestInstance } from '@forgefold/spec/instance'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'

const CHANGES = 60

let data: string

const openHere = () => openTestInstance({ more: { data } })

/** The snapshots on disk: by stream, how far each goes. */
const kept = (): Readonly<Record<string, number>> => {
  const db = new Database(join(data, 'snapshots.sqlite'), { readonly: true })
  const rows = db.prepare<[], readonly [string, number]>('SELECT stream, revision FROM snapshot').raw().all()
  db.close()
  return Object.fromEntries(rows)
}

const spoil = (): void => {
  const db = new Database(join(data, 'snapshots.sqlite'))
  db.prepare('UPDATE snapshot SET state = ?').run('{"kind":"live"}')
  db.close()
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'forgefold-snapshots-'))
  const instance = await openHere()
  const as = instance.root
  const put = (path: string, json: unknown) => instance.ask('PUT', `/api/v4${path}`, { as, json })
  const made = { name: 'long', initialize_with_readme: true, default_branch: 'main' }
  await instance.ask('POST', '/api/v4/projects', { as, json: made })
  await instance.ask('POST', '/api/v4/projects/1/issues', { as, json: { title: 'one' } })
  for (let number = 1; number <= CHANGES; number++) {
    expect((await put('/projects/1', { description: `of ${number}` })).status).toBe(200)
    expect((await put('/projects/1/issues/1', { title: `of ${number}` })).status).toBe(200)
    expect((await put('/application/settings', { issues_create_limit: number })).status).toBe(200)
  }
  await instance.close()
})

afterAll(() => rmSync(data, { recursive: true, force: true }))

/** The next changes, by a server that has just started, and what all of them made. */
const goOn = async (description: string): Promise<unknown> => {
  const instance = await openHere()
  const as = instance.root
  try {
    await instance.ask('PUT', '/api/v4/projects/1', { as, json: { description } })
    await instance.ask('PUT', '/api/v4/projects/1/issues/1', { as, json: { due_date: '2022-09-01' } })
    const project = (await instance.ask('GET', '/api/v4/projects/1', { as })).json as Record<string, unknown>
    const issue = (await instance.ask('GET', '/api/v4/projects/1/issues/1', { as })).json as Record<string, unknown>
    const settings = (await instance.ask('GET', '/api/v4/application/settings', { as })).json as Record<string, unknown>
    return [project['name'], project['description'], issue['title'], issue['due_date'], settings['issues_create_limit']]
  } finally {
    await instance.close()
  }
}

it('keeps what long streams came to, and goes on from there', async () => {
  expect(kept()).toMatchObject({
    'project-1': expect.toSatisfy((revision) => revision >= CHANGES - 25),
    'issue-1': expect.toSatisfy((revision) => revision >= CHANGES - 25),
    'settings-instance': expect.toSatisfy((revision) => revision >= CHANGES - 25),
  })
  expect(await goOn('after a start')).toEqual(['long', 'after a start', `of ${CHANGES}`, '2022-09-01', CHANGES])
})

it('folds from the beginning where a snapshot cannot be read', async () => {
  spoil()
  expect(await goOn('all the same')).toEqual(['long', 'all the same', `of ${CHANGES}`, '2022-09-01', CHANGES])
})
