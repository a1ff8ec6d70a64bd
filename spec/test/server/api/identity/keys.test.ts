import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Key {
  readonly id: number
  readonly [field: string]: unknown
}

let world: TestInstance
let ann: Awaited<ReturnType<TestInstance['person']>>
let ben: Awaited<ReturnType<TestInstance['person']>>
const API = '/api/v4'
const { rsa, ed25519, ecdsa, pgp } = PUBLIC_KEYS
const asked = (method: string, path: string, as: string | undefined, json?: unknown, query = '') =>
  world.ask(method, `${API}${path}`, {
    ...(as === undefined ? {} : { as }),
    query,
    json,
  })

beforeAll(async () => {
  world = await openTestInstance()
  ann = await world.person('ann')
  ben = await world.person('ben')
  await asked('POST', '/projects', ann.token, { name: 'app' })
})
afterAll(() => world.close())

describe('SSH keys', () => {
  it('are added, listed, read and removed by their user', async () => {
    const wanted = { title: 'laptop', key: rsa.text, expires_at: '2099-01-01', usage_type: 'signing' }
    const made = await asked('POST', '/user/keys', ann.token, wanted)
    const key = made.json as Key
    const [type, body] = rsa.text.split(' ')
    expect([made.status, key]).toMatchObject([201, { title: 'laptop', usage_type: 'signing', key: expect.any(String) }])
    expect(`${key['key']}`.startsWith(`${type} ${body} `)).toBe(true)
    expect(`${key['key']}`).not.toContain('ann@laptop')
    expect((await asked('GET', '/user/keys', ann.token, undefined, 'page=1&per_page=5')).json).toEqual([key])
    expect((await asked('GET', `/user/keys/${key.id}`, ann.token)).json).toEqual(key)
    expect((await asked('GET', `/user/keys/${key.id}`, ben.token)).status).toBe(404)
    expect((await asked('DELETE', `/user/keys/${key.id}`, ben.token)).status).toBe(404)
    expect((await asked('DELETE', `/user/keys/${key.id}`, ann.token)).status).toBe(204)
    expect((await asked('GET', '/user/keys', ann.token)).json).toEqual([])
    expect((await asked('POST', '/user/keys', ann.token, wanted)).status).toBe(201)
  })

  it('are seen by everybody, and added and removed by administrators', async () => {
    const wanted = { title: 'desk', key: ecdsa.text, expires_at: '2099-01-01', usage_type: 'auth' }
    expect((await asked('POST', `/users/${ben.id}/keys`, ann.token, wanted)).status).toBe(403)
    const made = await asked('POST', `/users/${ben.id}/keys`, world.root, wanted)
    expect(made.status).toBe(201)
    const { id } = made.json as Key
    const seen = await asked('GET', '/users/ben/keys', undefined, undefined, 'page=1&per_page=5')
    expect(seen.json).toEqual([made.json])
    expect((await asked('GET', `/users/${ben.id}/keys/${id}`, undefined)).json).toEqual(made.json)
    expect((await asked('DELETE', `/users/${ben.id}/keys/${id}`, world.root)).status).toBe(204)
    expect((await asked('GET', `/users/${ben.id}/keys/${id}`, world.root)).status).toBe(404)
    expect((await asked('GET', '/users/999/keys', world.root)).status).toBe(404)
  })

  it('are found by administrators, by number and fingerprint', async () => {
    const made = (await asked('POST', '/user/keys', ben.token, { title: 'x', key: ed25519.text })).json as Key
    for (const fingerprint of [ed25519.sha256, ed25519.md5]) {
      const found = await asked('GET', '/keys', world.root, undefined, `fingerprint=${encodeURIComponent(fingerprint)}`)
      expect(found.json).toMatchObject({ id: made.id, title: 'x', user: { id: ben.id, is_admin: false } })
    }
    expect((await asked('GET', `/keys/${made.id}`, world.root)).json).toMatchObject({ user: { username: 'ben' } })
    expect((await asked('GET', `/keys/${made.id}`, ben.token)).status).toBe(403)
    expect((await asked('GET', '/keys', world.root, undefined, 'fingerprint=SHA256:none')).status).toBe(404)
    expect((await asked('GET', '/keys/999', world.root)).status).toBe(404)
  })

  it('are one to a person, with a title and an end that lies ahead', async () => {
    const refused = async (json: object) => (await asked('POST', '/user/keys', ann.token, json)).json
    expect(await refused({ title: 'x', key: ed25519.text })).toEqual({
      message: { fingerprint: ['has already been taken'] },
    })
    expect(await refused({ title: ' ', key: 'ssh-rsa AAAA', expires_at: '2001-01-01' })).toEqual({
      message: { title: ["can't be blank"], key: ['is invalid'], expires_at: ['must be in the future'] },
    })
  })

  it('go with their user, and leave their fingerprints free', async () => {
    const eve = await world.person('eve')
    expect((await asked('POST', '/user/keys', eve.token, { title: 'e', key: ecdsa.text })).status).toBe(201)
    expect((await asked('DELETE', `/users/${eve.id}?hard_delete=true`, world.root)).status).toBeGreaterThan(0)
    await asked('DELETE', `/users/${eve.id}`, world.root)
    const fingerprint = encodeURIComponent(ecdsa.sha256)
    expect((await asked('GET', '/keys', world.root, undefined, `fingerprint=${fingerprint}`)).status).toBe(404)
    await eventually('a key that is free', async () => {
      const made = await asked('POST', '/user/keys', ann.token, { title: 'mine', key: ecdsa.text })
      return made.status === 201 ? true : undefined
    })
  })
})

describe('GPG keys', () => {
  it('are added, listed, read, removed and revoked by their user and administrators', async () => {
    const places = [
      ['/user/gpg_keys', ann.token],
      [`/users/${ann.id}/gpg_keys`, world.root],
    ] as const
    for (const [path, as] of places) {
      const made = await asked('POST', path, as, { key: pgp.text })
      const key = made.json as Key
      expect([made.status, key]).toMatchObject([201, { key: pgp.text }])
      expect((await asked('POST', path, as, { key: pgp.text })).status).toBe(400)
      expect((await asked('GET', path, as, undefined, 'page=1&per_page=5')).json).toEqual([key])
      expect((await asked('GET', `/users/ann/gpg_keys`, undefined)).json).toEqual([key])
      expect((await asked('GET', `${path}/${key.id}`, as)).json).toEqual(key)
      expect((await asked('DELETE', `${path}/${key.id}`, as)).status).toBe(204)
      expect((await asked('GET', `${path}/${key.id}`, as)).status).toBe(404)
      const other = (await asked('POST', path, as, { key: pgp.text })).json as Key
      expect((await asked('POST', `${path}/${other.id}/revoke`, as)).status).toBe(202)
      expect((await asked('GET', path, as)).json).toEqual([])
    }
    expect((await asked('POST', '/user/gpg_keys', ann.token, { key: rsa.text })).json).toEqual({
      message: { key: ['is invalid'] },
    })
  })
})
