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

const positionIn = (file: string): unknown => {
  const db = new SqliteDatabase(file)
  try {
    return db.prepare('SELECT position FROM read_model').pluck().get()
  } finally {
    db.close()
  }
}

it('a copy shows the rows as they were when it began, however much is written meanwhile', async () => {
  const readModel = await open()
  const began = readModel.projector.position()
  let isWritten = false
  const copy = readModel.copyTo(join(folder, 'beside-writes')).finally(() => {
    isWritten = true
  })
  for (let n = 0; n < 3 || !isWritten; n++)
    await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: `written meanwhile ${n}` } })
  expect(await copy).toBe(true)
  expect(readModel.projector.position()).toBeGreaterThan(began ?? 0)
  expect(positionIn(join(folder, 'beside-writes'))).toBe(began)
  await readModel.close()
})
