import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeReadModel } from '@forgefold/adapters/read-model'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
let instance: TestInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-online-'))
  instance = await openTestInstance()
})
afterAll(async () => {
  await instance.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async () => {
  const { events: store, personalData } = instance.forge
  const readModel = makeReadModel({ file: join(folder, 'rows.sqlite'), store, personalData, durability: 'temporary' })
  await readModel.projector.start()
  return readModel
}

it('a copy ends with the read model that is closed under it, and none begins afterwards', async () => {
  const readModel = await open()
  const copies = [readModel.copyTo(join(folder, 'first')), readModel.copyTo(join(folder, 'second'))]
  await readModel.close()
  expect(await Promise.all(copies)).toEqual([false, false])
  expect(await readModel.copyTo(join(folder, 'third'))).toBe(false)
})

it('a copy has all that is committed', async () => {
  const readModel = await open()
  expect(await readModel.copyTo(join(folder, 'whole'))).toBe(true)
  await readModel.close()
})

const read = (file: string): { readonly position: number; readonly projects: number } => {
  const db = new SqliteDatabase(file)
  try {
    const ask = (source: string): number => Number(db.prepare(source).pluck().get())
    return {
      position: ask('SELECT position FROM read_model'),
      projects: ask('SELECT count(*) FROM projects'),
    }
  } finally {
    db.close()
  }
}

it('a copy shows the rows as they were at one moment, however much is written meanwhile', async () => {
  const readModel = await open()
  const began = readModel.projector.position()
  let isWritten = false
  const copy = readModel.copyTo(join(folder, 'beside-writes')).finally(() => {
    isWritten = true
  })
  for (let n = 0; n < 3 || !isWritten; n++)
    await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: `written meanwhile ${n}` } })
  expect(await copy).toBe(true)
  await readModel.close()
  const { position, projects } = read(join(folder, 'beside-writes'))
  expect(position).toBeGreaterThanOrEqual(Number(began))
  const history = await instance.forge.events.readAll({ limit: 100_000 })
  if (history.kind === 'Unavailable') throw new Error(history.reason)
  const created = history.events.filter((event) => event.type === 'ProjectCreated' && event.position <= position)
  expect(projects).toBe(created.length)
})

it('a copy of very many rows leaves the event loop to others', async () => {
  const readModel = await open()
  const other = new SqliteDatabase(join(folder, 'rows.sqlite'))
  other.exec(`CREATE TABLE many (text TEXT);
    WITH RECURSIVE serial (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM serial WHERE n < 20000)
    INSERT INTO many SELECT hex(zeroblob(2000)) FROM serial`)
  other.close()
  const before = performance.eventLoopUtilization()
  expect(await readModel.copyTo(join(folder, 'many-rows'))).toBe(true)
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  await readModel.close()
})

it('a copy that cannot be written is refused', async () => {
  const readModel = await open()
  await expect(readModel.copyTo(join(folder, 'no such folder', 'copy'))).rejects.toThrow('directory does not exist')
  await readModel.close()
})
