import { createHash } from 'node:crypto'
import { systemCaller } from '@forgefold/core/app'
import { collectPackages } from '@forgefold/core/domains/packages/package'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const basic = (token: string) => ({ authorization: `Basic ${Buffer.from(`git:${token}`).toString('base64')}` })
const pointerOf = (bytes: Uint8Array) => ({
  oid: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
})

interface Batch {
  readonly objects: ReadonlyArray<{
    readonly oid: string
    readonly size: number
    readonly actions?: Readonly<Record<string, { readonly href: string; readonly header: object }>>
    readonly error?: { readonly code: number }
  }>
}
interface Lock {
  readonly lock: { readonly id: string; readonly path: string; readonly owner: { readonly name: string } }
}

describe('Git LFS', () => {
  let instance: TestInstance
  let tokens: Readonly<Record<'developer' | 'colleague' | 'maintainer' | 'outsider', string>>
  const AT = '/root/large.git'
  const ask = (method: string, path: string, token: string | undefined, more: object = {}) =>
    instance.ask(method, path, { ...more, headers: token === undefined ? {} : basic(token) })
  const batch = async (operation: string, objects: unknown, token = tokens.developer, at = AT) =>
    (await ask('POST', `${at}/info/lfs/objects/batch`, token, { json: { operation, objects } })).json as Batch
  const send = (bytes: Uint8Array, { oid, size } = pointerOf(bytes), token = tokens.developer, at = AT) =>
    ask('PUT', `${at}/gitlab-lfs/objects/${oid}/${size}`, token, { bytes })

  beforeAll(async () => {
    instance = await openTestInstance()
    const made = await instance.ask('POST', '/api/v4/projects', {
      as: instance.root,
      json: { name: 'large', visibility: 'private', initialize_with_readme: true },
    })
    expect(made.status).toBe(201)
    const people = await Promise.all(
      ['developer', 'colleague', 'maintainer', 'outsider'].map((name) => instance.person(name)),
    )
    for (const [index, access_level] of [30, 30, 40].entries())
      await instance.ask('POST', '/api/v4/projects/1/members', {
        as: instance.root,
        json: { user_id: people[index]?.id, access_level },
      })
    const [developer = '', colleague = '', maintainer = '', outsider = ''] = people.map(({ token }) => token)
    tokens = { developer, colleague, maintainer, outsider }
  })
  afterAll(() => instance.close())

  it('takes an object where the batch says, and gives it back where the batch says', async () => {
    const bytes = Buffer.from('a large file')
    const pointer = pointerOf(bytes)
    const [wanted] = (await batch('upload', [pointer])).objects
    const { upload, verify } = wanted?.actions ?? {}
    expect(upload?.header).toMatchObject({ Authorization: basic(tokens.developer).authorization })
    expect(new URL(upload?.href ?? '').pathname).toBe(`${AT}/gitlab-lfs/objects/${pointer.oid}/${pointer.size}`)
    expect((await ask('POST', new URL(verify?.href ?? '').pathname, tokens.developer, { json: pointer })).status).toBe(
      404,
    )
    expect((await send(bytes)).status).toBe(200)
    expect((await send(bytes)).status).toBe(200)
    expect((await ask('POST', new URL(verify?.href ?? '').pathname, tokens.developer, { json: pointer })).status).toBe(
      200,
    )
    expect((await batch('upload', [pointer])).objects).toEqual([pointer])
    const [there] = (await batch('download', [pointer])).objects
    const got = await ask('GET', new URL(there?.actions?.['download']?.href ?? '').pathname, tokens.developer)
    expect([got.status, got.text, got.headers.get('content-type')]).toEqual([
      200,
      'a large file',
      'application/octet-stream',
    ])
  })

  it('tells of each object by itself what is wrong with it', async () => {
    const absent = pointerOf(Buffer.from('nobody sent this'))
    const told = await batch('download', [absent, { oid: 'no', size: 1 }, { oid: absent.oid, size: -1 }, null])
    expect(told.objects.map(({ error }) => error?.code)).toEqual([404, 422, 422, 422])
    const refused = async (json: unknown) =>
      (await ask('POST', `${AT}/info/lfs/objects/batch`, tokens.developer, { json })).status
    expect(await refused({ operation: 'download' })).toBe(422)
    expect(await refused({ operation: 'delete', objects: [] })).toBe(422)
    expect(await refused({ operation: 'download', objects: [], hash_algo: 'md5' })).toBe(409)
    expect((await ask('GET', `${AT}/info/lfs/objects/batch`, tokens.developer)).status).toBe(405)
    expect((await ask('POST', `${AT}/info/lfs/objects`, tokens.developer, { json: {} })).status).toBe(404)
  })

  it('tells of a thousand objects at once, and refuses more before it looks for any', async () => {
    const many = (count: number) => Array.from({ length: count }, () => pointerOf(Buffer.from('nobody sent this')))
    expect((await batch('download', many(1000))).objects).toHaveLength(1000)
    const json = { operation: 'download', objects: many(1001) }
    expect(await ask('POST', `${AT}/info/lfs/objects/batch`, tokens.developer, { json })).toMatchObject({
      status: 413,
      json: { message: 'A batch has at most 1000 objects' },
    })
  })

  it('keeps no bytes but those that the name stands for', async () => {
    const bytes = Buffer.from('the right bytes')
    const pointer = pointerOf(bytes)
    for (const wrong of [Buffer.from('the wrong bytes'), Buffer.from('short'), Buffer.from('the right bytes and more')])
      expect((await send(wrong, pointer)).status).toBe(400)
    expect((await batch('download', [pointer])).objects[0]?.error?.code).toBe(404)
    const { forge } = instance
    const when = {
      markedBefore: forge.clock.now(),
      writtenBefore: Number.MAX_SAFE_INTEGER,
      isKeptElsewhere: () => false,
    }
    await collectPackages(forge, systemCaller(forge, 'test'), when)
    expect(await forge.packageFiles.has(pointerOf(Buffer.from('the wrong bytes')).oid)).toBe(false)
    expect(await forge.packageFiles.has(pointerOf(Buffer.from('a large file')).oid)).toBe(true)
  })

  it('counts what objects take, and lets them pass no limit of the repository', async () => {
    const read = await instance.ask('GET', '/api/v4/projects/1', { as: instance.root, query: 'statistics=true' })
    expect(read.json).toMatchObject({ statistics: { lfs_objects_size: 'a large file'.length } })
    const settings = (json: object) => instance.ask('PUT', '/api/v4/application/settings', { as: instance.root, json })
    expect((await settings({ repository_size_limit: 1 })).status).toBe(200)
    expect((await send(Buffer.alloc(1024 * 1024))).status).toBe(413)
    await settings({ repository_size_limit: 0 })
    expect((await send(Buffer.alloc(1024 * 1024))).status).toBe(200)
  })

  it('asks for a lock of each path once, shows whose it is, and takes it from others by force only', async () => {
    const lock = (path: string, token: string) =>
      ask('POST', `${AT}/info/lfs/locks`, token, { json: { path, ref: { name: 'refs/heads/main' } } })
    const taken = await lock('art/cover.psd', tokens.developer)
    expect([taken.status, taken.json]).toMatchObject([
      201,
      { lock: { path: 'art/cover.psd', owner: { name: 'developer' } } },
    ])
    const again = await lock('art/cover.psd', tokens.colleague)
    expect([again.status, again.json]).toEqual([409, { ...(taken.json as object), message: 'already locked' }])
    const other = (await lock('art/back.psd', tokens.colleague)).json as Lock
    expect((await lock('', tokens.developer)).status).toBe(400)
    const verified = await ask('POST', `${AT}/info/lfs/locks/verify`, tokens.developer, { json: {} })
    expect(verified.json).toEqual({ ours: [(taken.json as Lock).lock], theirs: [other.lock] })
    const list = async (query: string) =>
      (await ask('GET', `${AT}/info/lfs/locks`, tokens.developer, { query })).json as {
        readonly locks: ReadonlyArray<Lock['lock']>
        readonly next_cursor?: string
      }
    expect((await list('path=art/back.psd')).locks).toEqual([other.lock])
    expect((await list(`id=${other.lock.id}`)).locks).toEqual([other.lock])
    const first = await list('limit=1')
    expect([first.locks.length, (await list(`cursor=${first.next_cursor}`)).locks]).toEqual([1, [other.lock]])
    const unlock = (id: string, token: string, json: object = {}) =>
      ask('POST', `${AT}/info/lfs/locks/${id}/unlock`, token, { json })
    expect((await unlock(other.lock.id, tokens.developer)).status).toBe(403)
    expect((await unlock(other.lock.id, tokens.developer, { force: true })).status).toBe(403)
    expect((await unlock(other.lock.id, tokens.maintainer, { force: true })).status).toBe(200)
    expect((await unlock(other.lock.id, tokens.colleague)).status).toBe(404)
    expect((await unlock((taken.json as Lock).lock.id, tokens.developer)).status).toBe(200)
    expect((await list('')).locks).toEqual([])
    expect((await lock('art/cover.psd', tokens.colleague)).status).toBe(201)
  })

  it('is open to whom git is, and to nobody where large files are switched off', async () => {
    const path = `${AT}/info/lfs/objects/batch`
    const json = { operation: 'download', objects: [] }
    const anonymous = await ask('POST', path, undefined, { json })
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Forgefold"'])
    expect((await ask('POST', path, tokens.outsider, { json })).status).toBe(404)
    const off = (lfs_enabled: boolean) =>
      instance.ask('PUT', '/api/v4/projects/1', { as: instance.root, json: { lfs_enabled } })
    expect((await off(false)).status).toBe(200)
    expect((await ask('POST', path, tokens.developer, { json })).status).toBe(404)
    await off(true)
    expect((await ask('POST', path, tokens.developer, { json })).status).toBe(200)
  })

  it('gives a fork the objects of the project that it comes from, and sends its own to the fork alone', async () => {
    const forked = await instance.ask('POST', '/api/v4/projects/1/fork', { as: tokens.developer, json: {} })
    expect(forked.status).toBe(201)
    const at = '/developer/large.git'
    const parents = pointerOf(Buffer.from('a large file'))
    expect((await batch('download', [parents], tokens.developer, at)).objects[0]?.actions).toBeDefined()
    const own = Buffer.from('of the fork')
    expect((await send(own, pointerOf(own), tokens.developer, at)).status).toBe(200)
    expect((await batch('download', [pointerOf(own)], tokens.developer)).objects[0]?.error?.code).toBe(404)
  })
})
