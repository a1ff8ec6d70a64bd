import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let data: string
let copies: string
let instance: TestInstance
/** A position at which the person was there. */
let then: string
let id: number

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'forgefold-erased-'))
  copies = join(data, 'read-model-copies')
  instance = await openTestInstance({ more: { data, past: { copyEvery: 1, copies: 50 } } })
  id = (await instance.person('bobbin')).id
  const read = await instance.ask('GET', '/api/v4/users', { as: instance.root })
  expect(read.text).toContain('bobbin')
  then = read.headers.get('forgefold-position') ?? ''
})
afterEach(async () => {
  await instance.close()
  await rm(data, { recursive: true, force: true })
})

const usersThen = async () =>
  (await instance.ask('GET', '/api/v4/users', { as: instance.root, headers: { 'Forgefold-As-Of': then } })).text

const erase = async () => {
  const path = `/api/v4/users/${id}`
  expect((await instance.ask('DELETE', path, { as: instance.root, query: 'hard_delete=true' })).status).toBe(204)
  await vi.waitFor(
    async () => expect((await instance.ask('GET', path, { as: instance.root })).status).toBe(404),
    60_000,
  )
}

const rowsIn = (name: string): string => join(copies, name)
const copiesThere = async (): Promise<ReadonlyArray<string>> =>
  (await readdir(copies)).filter((name) => name.endsWith('.sqlite'))

it('a moment that is open shows nobody who was erased since', async () => {
  expect(await usersThen()).toContain('bobbin')
  await erase()
  expect(await usersThen()).not.toContain('bobbin')
})

it('copies of the rows from before an erasure are removed', async () => {
  await vi.waitFor(async () => expect((await copiesThere()).length).toBeGreaterThan(0), 60_000)
  const before = await copiesThere()
  await erase()
  await vi.waitFor(async () => {
    const after = await copiesThere()
    expect(after.filter((name) => before.includes(name))).toEqual([])
  }, 60_000)
})

it('a copy from before an erasure that lies there all the same is not used', async () => {
  let others = 0
  const name = await vi.waitFor(async () => {
    await instance.person(`other${others++}`)
    const newest = (await copiesThere()).map((file) => Number(file.replace('.sqlite', ''))).sort((a, b) => b - a)[0]
    then = String(newest)
    expect(await usersThen()).toContain('bobbin')
    return `${then}.sqlite`
  }, 60_000)
  const aside = join(data, 'aside')
  await copyFile(rowsIn(name), aside)
  await erase()
  await vi.waitFor(async () => expect(await copiesThere()).not.toContain(name), 60_000)
  await copyFile(aside, rowsIn(name))
  expect(await usersThen()).not.toContain('bobbin')
  expect(await copiesThere()).not.toContain(name)
})
