import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let world: TestInstance
let ann: Awaited<ReturnType<TestInstance['person']>>
const API = '/api/v4'
const { rsa, ed25519, ecdsa } = PUBLIC_KEYS

const asked = (method: string, path: string, as: string, json?: object) =>
  world.ask(method, `${API}${path}`, { as, json })
const set = async (json: object): Promise<void> => {
  expect((await asked('PUT', '/application/settings', world.root, json)).status).toBe(200)
}

const field = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content as string)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
const written = (type: string, ...fields: ReadonlyArray<string | Buffer>): string =>
  `${type} ${Buffer.concat([type, ...fields].map(field)).toString('base64')}`
const number = (bits: number): Buffer => Buffer.concat([Buffer.from([0, 0x80]), Buffer.alloc(bits / 8 - 1, 7)])
const point = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 9)])

/** A key of each type, with the setting about it, its size and the name of the type. */
const KEYS = [
  ['rsa_key_restriction', rsa.text, 4096, 'RSA'],
  ['dsa_key_restriction', written('ssh-dss', number(1024), number(160), number(1024), number(1024)), 2048, 'DSA'],
  ['ecdsa_key_restriction', ecdsa.text, 521, 'ECDSA'],
  ['ed25519_key_restriction', ed25519.text, undefined, 'ED25519'],
  [
    'ecdsa_sk_key_restriction',
    written('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', point, 'ssh:'),
    undefined,
    'ECDSA_SK',
  ],
  [
    'ed25519_sk_key_restriction',
    written('sk-ssh-ed25519@openssh.com', Buffer.alloc(32, 5), 'ssh:'),
    undefined,
    'ED25519_SK',
  ],
] as const

const either = (names: ReadonlyArray<string>): string => `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`

beforeAll(async () => {
  world = await openTestInstance({ tier: 'ultimate' })
  ann = await world.person('ann')
  expect((await asked('POST', '/projects', ann.token, { name: 'app' })).status).toBe(201)
})
afterAll(() => world.close())

describe('the restrictions of SSH keys', () => {
  const places = () =>
    [
      ['/user/keys', ann.token],
      [`/users/${ann.id}/keys`, world.root],
      ['/projects/1/deploy_keys', ann.token],
    ] as const

  it.each(KEYS)('%s forbids keys of its type, and those that are too small', async (setting, key, size, type) => {
    const others = KEYS.map(([, , , name]) => name).filter((name) => name !== type)
    await set({ [setting]: -1 })
    for (const [path, as] of places()) {
      const refused = await asked('POST', path, as, { title: 'x', key })
      expect([path, refused.status, refused.json]).toEqual([
        path,
        400,
        { message: { key: [`type is forbidden. Must be ${either(others)}`] } },
      ])
    }
    if (size !== undefined) {
      await set({ [setting]: size })
      for (const [path, as] of places()) {
        const refused = await asked('POST', path, as, { title: 'x', key })
        expect([path, refused.status, refused.json]).toEqual([
          path,
          400,
          { message: { key: [`must be at least ${size} bits`] } },
        ])
      }
    }
    await set({ [setting]: 0 })
    for (const [path, as] of places()) {
      const made = await asked('POST', path, as, { title: 'x', key })
      expect([path, made.status]).toEqual([path, 201])
      const { id } = made.json as { readonly id: number }
      expect((await asked('DELETE', `${path}/${id}`, as)).status).toBe(204)
    }
  })

  it('let in a key of exactly the least size, and name two allowed types with "or"', async () => {
    const all = Object.fromEntries(KEYS.map(([setting]) => [setting, -1]))
    await set({ ...all, rsa_key_restriction: 2048, ecdsa_key_restriction: 384 })
    const made = await asked('POST', '/user/keys', ann.token, { title: 'x', key: rsa.text })
    expect(made.status).toBe(201)
    expect((await asked('POST', '/user/keys', ann.token, { title: 'x', key: ed25519.text })).json).toEqual({
      message: { key: ['type is forbidden. Must be RSA or ECDSA'] },
    })
    await set(Object.fromEntries(KEYS.map(([setting]) => [setting, 0])))
    expect((await asked('DELETE', `/user/keys/${(made.json as { readonly id: number }).id}`, ann.token)).status).toBe(
      204,
    )
  })

  it('say nothing about a deploy key that the project or another one of the caller has', async () => {
    const wanted = { title: 'x', key: rsa.text }
    const made = await asked('POST', '/projects/1/deploy_keys', ann.token, wanted)
    expect(made.status).toBe(201)
    await set({ rsa_key_restriction: -1 })
    expect((await asked('POST', '/projects/1/deploy_keys', ann.token, wanted)).status).toBe(201)
    await set({ rsa_key_restriction: 0 })
    const { id } = made.json as { readonly id: number }
    expect((await asked('DELETE', `/projects/1/deploy_keys/${id}`, ann.token)).status).toBe(204)
  })
})

describe('the longest life of SSH keys', () => {
  const inDays = (days: number): string => new Date(Date.parse(world.clock.now()) + days * 86_400_000).toISOString()

  it('demands an end of the keys of users that is not later, and nothing of those of machines', async () => {
    await set({ max_ssh_key_lifetime: 30 })
    for (const [path, as] of [
      ['/user/keys', ann.token],
      [`/users/${ann.id}/keys`, world.root],
    ] as const) {
      const add = (end: object) => asked('POST', path, as, { title: 'x', key: ecdsa.text, ...end })
      expect((await add({})).json).toEqual({
        message: {
          key: [
            'has no expiration date but an expiration date is required for SSH keys on this instance. Contact the instance administrator.',
          ],
        },
      })
      expect((await add({ expires_at: inDays(31) })).json).toEqual({
        message: {
          key: [
            'has an invalid expiration date. Set a shorter lifetime for the key or contact the instance administrator.',
          ],
        },
      })
      const made = await add({ expires_at: inDays(29) })
      expect(made.status).toBe(201)
      expect((await asked('DELETE', `${path}/${(made.json as { readonly id: number }).id}`, as)).status).toBe(204)
    }
    const machine = await asked('POST', '/projects/1/deploy_keys', ann.token, { title: 'x', key: ed25519.text })
    expect(machine.status).toBe(201)
    await set({ max_ssh_key_lifetime: null })
    expect((await asked('POST', '/user/keys', ann.token, { title: 'x', key: ecdsa.text })).status).toBe(201)
  })
})
