import { copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '@forgefold/server/cli'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'forgefold-files-'))
const data = join(folder, 'data')
const READ_MODEL = join(data, 'read-model.sqlite')
const EVENTS = join(data, 'events.sqlite')

/** The first page of each table. */
const pagesOf = (...tables: ReadonlyArray<string>): ReadonlyArray<number> => {
  const db = new SqliteDatabase(READ_MODEL)
  const root = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck()
  const pages = tables.map((table) => root.get(table) ?? 0)
  db.close()
  return pages
}

/** Overwrites some bytes of a file, after everything has come into it. */
const scribble = (file: string, at: number, length: number): void => {
  const db = new SqliteDatabase(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, at)
}

const open = (defects: Array<string> = []): Promise<TestInstance> =>
  openTestInstance({
    more: { data, eventStore: 'sqlite', onDefect: (error, where) => void defects.push(`${where}: ${String(error)}`) },
  })

const groups = async (instance: TestInstance, token: string): Promise<ReadonlyArray<string>> => {
  const answer = await instance.ask('GET', '/api/v4/groups', { as: token })
  expect(answer.status).toBe(200)
  return (answer.json as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path)
}

const doctor = async (): Promise<string> => {
  const lines: Array<string> = []
  const say = (line: string): void => void lines.push(line)
  await runCommandLine(['doctor', '--data', data], {
    environment: {},
    say,
    tell: say,
    progress: () => undefined,
    asked: new Promise(() => undefined),
  })
  return lines.join('\n')
}

let token: string

describe('a data folder with a damaged file', () => {
  beforeAll(async () => {
    const instance = await open()
    token = instance.root
    for (const path of ['alpha', 'beta'])
      await instance.ask('POST', '/api/v4/groups', { as: token, json: { name: path, path } })
    await instance.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has its read model made anew from the events, with a notice, where that is no database any more', async () => {
    scribble(READ_MODEL, 0, 4096)
    const defects: Array<string> = []
    const instance = await open(defects)
    expect(await groups(instance, token)).toEqual(['alpha', 'beta'])
    await instance.close()
    expect(defects).toEqual(['read model: Error: the read model was damaged; it is made anew from the events'])
  })

  it('has it made anew at the next start where the damage shows in an answer, which is a 503 that says so', async () => {
    const before = await open()
    await before.close()
    for (const page of pagesOf('groups', 'namespaces')) scribble(READ_MODEL, (page - 1) * 4096, 4096)
    const defects: Array<string> = []
    let instance = await open(defects)
    const statuses: Array<number> = []
    for (const path of ['groups', 'groups/alpha', 'namespaces']) {
      const answer = await instance.ask('GET', `/api/v4/${path}`, { as: token })
      statuses.push(answer.status)
      if (answer.status === 503) expect(answer.text).toContain('made anew when the server starts again')
    }
    expect(statuses).toContain(503)
    expect(statuses).not.toContain(500)
    await instance.close()
    instance = await open(defects)
    expect(await groups(instance, token)).toEqual(['alpha', 'beta'])
    await instance.close()
    expect(defects).toContain('read model: Error: the read model was damaged; it is made anew from the events')
  })

  it('is refused where the event file is damaged, with its name and what to do', async () => {
    scribble(EVENTS, 0, 0)
    copyFileSync(EVENTS, `${EVENTS}.backup`)
    scribble(EVENTS, 0, 4096)
    const said = /events\.sqlite is damaged .*: stop every server and restore it from a backup/
    await expect(open()).rejects.toThrow(said)
    expect(await doctor()).toMatch(said)
    copyFileSync(`${EVENTS}.backup`, EVENTS)
    const instance = await open()
    expect(await groups(instance, token)).toEqual(['alpha', 'beta'])
    await instance.close()
  })

  it('has a damaged page of the event file found by doctor', async () => {
    expect(await doctor()).not.toContain('damaged')
    scribble(EVENTS, 3 * 4096, 2 * 4096)
    expect(await doctor()).toMatch(/^bad .*damaged/m)
  })
})
