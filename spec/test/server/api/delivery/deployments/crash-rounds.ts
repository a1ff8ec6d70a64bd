import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import type { StoredEvent } from '@forgefold/core/kernel'
import { createForgefold } from '@forgefold/server'
import { type Served, serveFolder } from '@forgefold/spec/git'
import { forgefold } from '@forgefold/spec/processes'
import Database from 'better-sqlite3'
import { expect, vi } from 'vitest'

interface Shown {
  readonly id: number
  readonly iid: number
  readonly status: string
  readonly environment: { readonly name: string }
}

/** What a writer was told: the deployment, and every status that it may have by now. */
interface Told {
  readonly deployment: Shown
  readonly statuses: Array<string>
}

/** Creates and moves deployments until the server is gone; every answer that came is noted. */
const writeOn = async (server: Served, path: string, sha: string, name: string, told: Array<Told>): Promise<void> => {
  const asked = (method: string, to: string, body: object) => server.api(method, to, body).catch(() => undefined)
  for (let n = 0; ; n++) {
    // Some environments are everybody's, some nobody else's: both races are run.
    const environment = n % 3 === 0 ? `shared/${n % 5}` : `${name}/${n}`
    const status = n % 2 === 0 ? 'running' : 'failed'
    const made = await asked('POST', path, { environment, sha, ref: 'main', tag: false, status })
    if (made === undefined) return
    // A crash between taking a name and making its environment keeps the name for the time of grace.
    if (made.status === 409 && environment.startsWith('shared/')) continue
    expect(made.status, JSON.stringify(made.json)).toBe(201)
    const one: Told = { deployment: made.json as Shown, statuses: [status] }
    told.push(one)
    if (n % 4 !== 1) continue
    one.statuses.push('canceled')
    const moved = await asked('PUT', `${path}/${one.deployment.id}`, { status: 'canceled' })
    if (moved === undefined) return
    expect(moved.status).toBe(200)
    one.statuses.shift()
  }
}

const allOf = async (server: Served, path: string): Promise<ReadonlyMap<number, Shown>> => {
  const found = new Map<number, Shown>()
  for (let page = 1; ; page++) {
    const { status, json } = await server.api('GET', `${path}?per_page=100&page=${page}`)
    expect(status).toBe(200)
    const rows = json as ReadonlyArray<Shown>
    for (const row of rows) {
      expect(found.has(row.id), `${row.id} is listed twice`).toBe(false)
      found.set(row.id, row)
    }
    if (rows.length < 100) return found
  }
}

/** The whole history, opened as it lies on disk. */
const historyIn = async (data: string): Promise<ReadonlyArray<StoredEvent>> => {
  const store = await openSqliteEventStore({ path: join(data, 'events.sqlite') })
  const events: Array<StoredEvent> = []
  for (;;) {
    const last = events.at(-1)
    const read = await store.readAll({ ...(last === undefined ? {} : { after: last.position }), limit: 1000 })
    if (read.kind !== 'Read') throw new Error(read.reason)
    events.push(...read.events)
    if (read.end) break
  }
  await store.close()
  return events
}

/** When a token was last used is noted beside the history, not in it. */
const BESIDE = 'personal_access_token_uses'

/** Every row of every table of the read model. */
const rowsIn = (data: string): Readonly<Record<string, ReadonlyArray<unknown>>> => {
  const db = new Database(join(data, 'read-model.sqlite'), { readonly: true })
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1")
    .pluck()
    .all()
  const rows = Object.fromEntries(
    names
      .filter((name) => name !== BESIDE)
      .map((name) => {
        const found = db.prepare(`SELECT * FROM "${name}"`).raw().all()
        return [name, found.map((row) => JSON.stringify(row)).toSorted()]
      }),
  )
  db.close()
  return rows
}

/** Opens the instance once more, lets its reactors and projections come to rest, and closes it in order. */
const settle = async (data: string): Promise<void> => {
  const instance = { externalUrl: 'http://127.0.0.1', tier: 'ultimate', release: '15.3' } as const
  const defects: Array<unknown> = []
  const forgefold = await createForgefold({ instance, data, onDefect: (error) => defects.push(error) })
  const head = async (): Promise<number> => {
    const last = await forgefold.forge.events.readAll({ direction: 'backwards', limit: 1 })
    return last.kind === 'Read' ? (last.events[0]?.position ?? 0) : Number.NaN
  }
  let before = -1
  await vi.waitUntil(
    async () => {
      const now = await head()
      const isStill = now === before && forgefold.readModel.read.position() === now
      before = now
      return isStill
    },
    { timeout: 60_000, interval: 200 },
  )
  await forgefold.close()
  expect(defects).toEqual([])
}

const twice = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.filter((value, index) => values.indexOf(value) !== index)

const holdAgainstHistory = async (data: string, listed: ReadonlyMap<number, Shown>): Promise<void> => {
  const history = await historyIn(data)
  const created = history.filter(({ type }) => type === 'DeploymentCreated')
  expect(twice(created.map(({ stream }) => stream))).toEqual([])
  expect(twice(created.map(({ data }) => (data as { readonly iid: number }).iid))).toEqual([])
  expect(new Set(created.map(({ stream }) => Number(stream.split('-')[1])))).toEqual(new Set(listed.keys()))
  const revisions = new Map<string, number>()
  for (const { stream, revision } of history) {
    expect(revision, stream).toBe((revisions.get(stream) ?? -1) + 1)
    revisions.set(stream, revision)
  }
}

export interface CrashPlan {
  readonly rounds: number
  readonly writers: number
  /** The server is killed once so many creations of the round have been acknowledged. */
  readonly killAfter: (round: number) => number
}

/** Creates many deployments at once on a real disk, kills the server in the middle, starts it again, and holds what is there against what was told. */
export const crashRounds = async ({ rounds, writers, killAfter }: CrashPlan): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-deployment-crash-'))
  const data = join(folder, 'data')
  await mkdir(data)
  let server = await serveFolder(data)
  const told: Array<Told> = []
  try {
    const made = await server.api('POST', '/projects', { name: 'p', path: 'p', initialize_with_readme: true })
    const { id } = made.json as { readonly id: number }
    const path = `/projects/${id}/deployments`
    const main = (await server.api('GET', `/projects/${id}/repository/branches/main`)).json
    const { id: sha } = (main as { readonly commit: { readonly id: string } }).commit
    let listed: ReadonlyMap<number, Shown> = new Map()
    for (let round = 0; round < rounds; round++) {
      const before = told.length
      const work = Array.from({ length: writers }, (_, n) => writeOn(server, path, sha, `r${round}w${n}`, told))
      await vi.waitUntil(() => told.length >= before + killAfter(round), { timeout: 60_000, interval: 1 })
      await server.kill()
      await Promise.all(work)
      server = await serveFolder(data)
      listed = await allOf(server, path)
      for (const { deployment, statuses } of told) {
        const now = listed.get(deployment.id)
        expect(now).toMatchObject({ iid: deployment.iid, environment: { name: deployment.environment.name } })
        expect(statuses).toContain(now?.status)
      }
    }
    await server.kill()
    await settle(data)
    await holdAgainstHistory(data, listed)
    const lived = rowsIn(data)
    await promisify(execFile)(process.execPath, [forgefold, 'rebuild', '--data', data])
    expect(rowsIn(data)).toEqual(lived)
    expect(lived['deployments']).toHaveLength(listed.size)
    return told.length
  } finally {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  }
}
