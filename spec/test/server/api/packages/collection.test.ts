import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  authorizePublication,
  type Collected,
  collectPackages,
  publishFile,
} from '@forgefold/core/domains/packages/package'
import { unavailable } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Served, serve } from './served.js'
import { API, openPackageWorld, type World } from './world.js'

let world: World
beforeEach(async () => {
  world = await openPackageWorld()
})
afterEach(() => world.instance.close())

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Everything older than the clock of the machine plus a moment is old. */
const collect = async (writtenBefore = Date.now() + 1000): Promise<Collected> => {
  const { forge, context, clock } = world.instance
  clock.advance(3_600_000)
  const done = await collectPackages(
    forge,
    { principal: anonymous, context: context() },
    { markedBefore: forge.clock.now(), writtenBefore, isKeptElsewhere: () => false },
  )
  if (E.isLeft(done)) throw new Error(done.left.kind)
  return done.right
}

const base = (): string => `${API}/projects/${world.projects.public}/packages`
const put = async (path: string, text: string): Promise<number> => {
  const asked = { as: world.instance.root, bytes: Buffer.from(text), query: 'select=package_file' }
  const answered = await world.ask('PUT', `${base()}/generic/${path}`, asked)
  expect(answered.status, answered.text).toBe(201)
  return (answered.json as { package_id: number }).package_id
}
const remove = async (id: number) =>
  expect((await world.ask('DELETE', `${base()}/${id}`, { as: world.instance.root })).status).toBe(204)

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

describe('the collector', () => {
  test('ends what waits for its destruction and throws its bytes away', async () => {
    const id = await put('one/1.0/a', 'only here')
    await remove(id)
    const { forge } = world.instance
    expect(await forge.packageFiles.has(sha256('only here'))).toBe(true)
    expect(await collect()).toEqual({ packages: 1, blobs: 1 })
    expect(await collect()).toEqual({ packages: 0, blobs: 0 })
    expect(await forge.packageFiles.has(sha256('only here'))).toBe(false)
    expect((await world.ask('GET', base(), { query: 'status=pending_destruction' })).json).toEqual([])
  })

  test('spares bytes that another package has too', async () => {
    const id = await put('one/1.0/a', 'shared')
    await put('two/1.0/a', 'shared')
    await remove(id)
    await collect()
    expect(await collect()).toEqual({ packages: 0, blobs: 0 })
    expect((await world.ask('GET', `${base()}/generic/two/1.0/a`)).text).toBe('shared')
  })

  test('spares young bytes, of which the history may not know yet, and takes them when nobody came for them', async () => {
    const { packageFiles } = world.instance.forge
    await packageFiles.put(bytesOf('on its way'))
    expect(await collect(Date.now() - 60_000)).toEqual({ packages: 0, blobs: 0 })
    expect(await packageFiles.has(sha256('on its way'))).toBe(true)
    expect(await collect()).toEqual({ packages: 0, blobs: 1 })
  })

  test('a name is free at once where its package was deleted', async () => {
    await remove(await put('one/1.0/a', 'first'))
    await put('one/1.0/a', 'second')
    expect((await world.ask('GET', `${base()}/generic/one/1.0/a`)).text).toBe('second')
    await collect()
    await collect()
    expect((await world.ask('GET', `${base()}/generic/one/1.0/a`)).text).toBe('second')
  })

  test('with a project go its packages', async () => {
    const id = await put('one/1.0/a', 'of a project')
    const gone = await world.ask('DELETE', `${API}/projects/${world.projects.public}`, { as: world.instance.root })
    expect(gone.status).toBe(202)
    const { read } = world.instance.forge
    await expect.poll(() => read.packages.find(world.projects.public, id)?.status).toBe('pending_destruction')
    expect(await collect()).toEqual({ packages: 1, blobs: 1 })
  })
})

describe('a crash between the bytes and the history', () => {
  const publication = (name: string) => ({ type: 'generic', name, version: '1.0', fileName: 'a' }) as const

  /** A forge whose history takes nothing more. */
  const broken = (forge: Forge): Forge => ({
    ...forge,
    aggregates: {
      ...forge.aggregates,
      execute: async () => E.left(unavailable('the store is gone')),
      create: async () => E.left(unavailable('the store is gone')),
    },
  })

  test('leaves no row, loses nothing, and keeps the name from nobody for longer than its holder may take', async () => {
    const { forge, context } = world.instance
    const admin = forge.read.users.byUsername('root')?.id ?? 0
    const credential = { kind: 'personal_access_token', id: '1', scopes: ['api'] } as const
    const principal = { kind: 'user', userId: admin, admin: true, external: false, credential } as const
    const caller = { principal, context: context() }
    const authorized = authorizePublication(forge, caller, { project: world.projects.public, ...publication('torn') })
    if (E.isLeft(authorized)) throw new Error(authorized.left.kind)
    const written = await forge.packageFiles.put(bytesOf('torn'))
    if (written.kind !== 'Stored') throw new Error(written.kind)
    const kept = { name: 'a', digest: written.digest }
    expect(E.isLeft(await publishFile(broken(forge), caller, { authorized: authorized.right, file: kept }))).toBe(true)
    expect((await world.ask('GET', base())).json).toEqual([])
    world.instance.clock.advance(31_000)
    const again = await publishFile(
      forge,
      { principal, context: context() },
      { authorized: authorized.right, file: kept },
    )
    expect(E.isRight(again)).toBe(true)
    expect((await world.ask('GET', `${base()}/generic/torn/1.0/a`)).text).toBe('torn')
    expect(await collect()).toEqual({ packages: 0, blobs: 0 })
  })
})

describe('bytes that have changed on disk', () => {
  let served: Served
  beforeAll(async () => {
    served = await serve()
  })
  afterAll(() => served.close())

  test('never reach anybody whole', async () => {
    const path = `/projects/${served.projectId}/packages/generic/thing/1.0/a`
    const text = 'x'.repeat(200_000)
    expect((await served.ask('PUT', path, { body: text })).status).toBe(201)
    expect(await (await served.ask('GET', path)).text()).toBe(text)
    const digest = sha256(text)
    const file = join(served.folder, 'data/packages', digest.slice(0, 2), digest)
    const bytes = await readFile(file)
    bytes[199_999] = 0x79
    await writeFile(file, bytes)
    await expect(served.ask('GET', path).then((answer) => answer.text())).rejects.toThrow()
  })
})
