import { systemCaller } from '@forgefold/core/app'
import { collectPackages } from '@forgefold/core/domains/packages/package'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, openPackageWorld, type World } from './world.js'

const state = (serial: number, more: object = {}) => ({ version: 4, serial, lineage: 'of-one', outputs: {}, ...more })
const lock = (ID: string) => ({
  ID,
  Operation: 'OperationTypeApply',
  Info: 'a deploy',
  Who: 'somebody@somewhere',
  Version: '1.5.0',
  Created: '2023-01-01T00:00:00Z',
  Path: '',
})

describe('the HTTP backend of Terraform', () => {
  let world: World
  let at: string
  const asking = (method: string, path: string, json?: unknown, as = world.tokens.maintainer, query?: string) => {
    const more = { ...(json === undefined ? {} : { json }), ...(query === undefined ? {} : { query }) }
    return world.ask(method, `${API}${at}${path}`, { as, ...more })
  }
  const basic = (token: string) => ({ authorization: `Basic ${Buffer.from(`any:${token}`).toString('base64')}` })
  beforeAll(async () => {
    world = await openPackageWorld()
    at = `/projects/${world.projects.private}/terraform/state`
  })
  afterAll(() => world.instance.close())

  it('walks from an empty backend over a lock to a state, and gives it back to the byte', async () => {
    expect((await asking('GET', '/walk')).status).toBe(404)
    const taken = await asking('POST', '/walk/lock', lock('one'))
    const held = { ...lock('one'), Who: 'maintainer', Created: expect.any(String) }
    expect([taken.status, taken.json]).toEqual([200, held])
    expect((await asking('GET', '/walk')).status).toBe(204)
    const bytes = Buffer.from(`{"version": 4,\n "serial": 1, "outputs": {"word": "grün"}}`)
    const written = await world.ask('POST', `${API}${at}/walk`, {
      as: world.tokens.maintainer,
      query: 'ID=one',
      bytes,
      headers: { 'content-type': 'application/json' },
    })
    expect([written.status, written.text]).toEqual([200, ''])
    const read = await asking('GET', '/walk')
    expect([read.status, read.text]).toEqual([200, bytes.toString()])
    expect((await asking('DELETE', '/walk/lock', { ID: 'one' })).status).toBe(200)
    expect((await asking('DELETE', '/walk')).status).toBe(200)
    expect((await asking('GET', '/walk')).status).toBe(404)
  })

  it('tells whoever has to wait who holds the lock', async () => {
    expect((await asking('POST', '/held/lock', lock('mine'))).status).toBe(200)
    const waiting = await asking('POST', '/held/lock', lock('theirs'))
    expect([waiting.status, waiting.json]).toEqual([
      409,
      { ...lock('mine'), Who: 'maintainer', Created: expect.any(String) },
    ])
    const theirs = await asking('DELETE', '/held/lock', { ID: 'theirs' })
    expect([theirs.status, theirs.json]).toEqual([409, waiting.json])
    expect((await asking('POST', '/held', state(1))).status).toBe(409)
    expect((await asking('POST', '/held', state(1), undefined, 'ID=theirs')).status).toBe(409)
    expect((await asking('DELETE', '/held')).status).toBe(409)
    expect((await asking('DELETE', '/held/lock')).status).toBe(200)
    expect((await asking('POST', '/held/lock', lock('theirs'))).status).toBe(200)
    expect((await asking('DELETE', '/held/lock', undefined, undefined, 'ID=theirs')).status).toBe(200)
    const again = await asking('DELETE', '/held/lock', undefined, undefined, 'ID=theirs')
    expect([again.status, again.json]).toEqual([409, { message: 'The state is not locked' }])
    expect((await asking('DELETE', '/none/lock')).status).toBe(404)
  })

  it('keeps every serial as a version; the highest is the state', async () => {
    for (const serial of [1, 3, 2]) expect((await asking('POST', '/many', state(serial))).status).toBe(200)
    expect((await asking('POST', '/many', state(3))).status).toBe(200)
    expect((await asking('POST', '/many', state(3), undefined, 'ID=none')).status).toBe(409)
    expect((await asking('POST', '/many', state(3, { outputs: { other: 1 } }))).status).toBe(422)
    expect((await asking('GET', '/many')).json).toEqual(state(3))
    expect((await asking('GET', '/many/versions/2')).json).toEqual(state(2))
    expect((await asking('DELETE', '/many/versions/3')).status).toBe(204)
    expect((await asking('GET', '/many/versions/3')).status).toBe(404)
    expect((await asking('DELETE', '/many/versions/3')).status).toBe(404)
    expect((await asking('GET', '/many')).json).toEqual(state(2))
  })

  it('takes nothing for a state that is none', async () => {
    const sent = async (bytes: Uint8Array) => {
      const headers = { 'content-type': 'application/json' }
      return (await world.ask('POST', `${API}${at}/odd`, { as: world.tokens.maintainer, bytes, headers })).status
    }
    expect(await sent(Buffer.from(''))).toBe(204)
    for (const text of ['{', '[]', '{}', '{"serial":"1"}', '{"serial":-1}', '{"serial":1.5}'])
      expect(await sent(Buffer.from(text)), text).toBe(400)
    expect(await sent(Buffer.from([0x7b, 0xff, 0x7d]))).toBe(400)
    expect(await sent(Buffer.from(`${'['.repeat(1000)}${']'.repeat(1000)}`))).toBe(400)
    expect((await asking('GET', '/odd')).status).toBe(404)
    expect((await asking('POST', '/odd/lock', { Who: 'me' })).status).toBe(400)
    expect((await asking('POST', '/odd/lock', lock('x'.repeat(256)))).status).toBe(400)
  })

  it('is read by developers and changed by maintainers, with tokens as Terraform sends them', async () => {
    expect((await asking('POST', '/mine', state(1))).status).toBe(200)
    const { developer, reporter, outsider, maintainer } = world.tokens
    expect((await asking('GET', '/mine', undefined, developer)).status).toBe(200)
    expect((await asking('POST', '/mine', state(2), developer)).status).toBe(403)
    expect((await asking('GET', '/mine', undefined, reporter)).status).toBe(403)
    expect((await asking('GET', '/mine', undefined, outsider)).status).toBe(404)
    expect((await world.ask('GET', `${API}${at}/mine`)).status).toBe(401)
    const challenge = await world.ask('GET', `${API}${at}/mine`, { headers: basic('wrong') })
    expect(challenge.status).toBe(401)
    expect((await world.ask('GET', `${API}${at}/mine`, { headers: basic(maintainer) })).json).toEqual(state(1))
  })

  it('keeps no secret of a state in the clear, and forgets the bytes of what is deleted', async () => {
    const secret = 'a-word-that-nobody-else-may-read'
    expect((await asking('POST', '/sealed', state(1, { outputs: { password: secret } }))).status).toBe(200)
    const { packageFiles } = world.instance.forge
    const digests = async () => {
      const found: Array<string> = []
      for await (const { sha256 } of packageFiles.list()) found.push(sha256)
      return found
    }
    for (const sha256 of await digests()) {
      const chunks: Array<Uint8Array> = []
      for await (const chunk of (await packageFiles.get(sha256)) ?? []) chunks.push(chunk)
      expect(Buffer.concat(chunks).toString('latin1')).not.toContain(secret)
    }
    const collect = async () => {
      const { forge } = world.instance
      const when = {
        markedBefore: forge.clock.now(),
        writtenBefore: Number.MAX_SAFE_INTEGER,
        isKeptElsewhere: () => false,
      }
      expect((await collectPackages(forge, systemCaller(forge, 'test'), when))._tag).toBe('Right')
    }
    await collect()
    expect((await asking('GET', '/sealed')).status).toBe(200)
    const before = (await digests()).length
    expect((await asking('DELETE', '/sealed')).status).toBe(200)
    await collect()
    expect(await digests()).toHaveLength(before - 1)
  })
})
