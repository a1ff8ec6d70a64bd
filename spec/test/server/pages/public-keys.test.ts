import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe("a user's public keys", () => {
  let world: TestInstance
  beforeAll(async () => {
    world = await openTestInstance()
    const { id } = await world.person('ann')
    await world.person('bob.keys')
    const add = async (folder: string, json: object): Promise<void> => {
      const { status } = await world.ask('POST', `/api/v4/users/${id}/${folder}`, { as: world.root, json })
      expect(status).toBe(201)
    }
    await add('keys', { title: 'one', key: PUBLIC_KEYS.rsa.text })
    await add('keys', { title: 'two', key: PUBLIC_KEYS.ed25519.text })
    await add('gpg_keys', { key: PUBLIC_KEYS.pgp.text })
  })
  afterAll(() => world.close())

  const read = async (path: string) => {
    const { status, headers, text } = await world.ask('GET', path)
    return { status, type: headers.get('content-type'), text }
  }
  const withoutComment = (key: string): string => key.split(' ').slice(0, 2).join(' ')

  it('of SSH are lines at /NAME.keys, without comments that may hold an address', async () => {
    const { status, type, text } = await read('/ann.keys')
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
    const keys = [PUBLIC_KEYS.rsa.text, PUBLIC_KEYS.ed25519.text].map(withoutComment)
    expect(text.split('\n').slice(0, -1).map(withoutComment)).toEqual(keys)
    expect(text).not.toContain('ann@laptop')
  })

  it('of OpenPGP are armoured at /NAME.gpg', async () => {
    expect(await read('/ann.gpg')).toMatchObject({ status: 200, text: `${PUBLIC_KEYS.pgp.text.trim()}\n` })
  })

  it('are an empty text of a user without any, and nothing where there is no user', async () => {
    expect(await read('/root.keys')).toMatchObject({ status: 200, text: '' })
    expect((await read('/nobody.keys')).status).toBe(404)
    expect((await read('/nobody.gpg')).status).toBe(404)
  })

  it('hide no page of a user whose name ends like that', async () => {
    const { status, type } = await read('/bob.keys')
    expect([status, type?.split(';')[0]]).toEqual([200, 'text/html'])
  })
})
