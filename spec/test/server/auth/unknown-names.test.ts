import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../oauth/world.js'

const basic = (username: string): string => `Basic ${Buffer.from(`${username}:a-wrong-password`).toString('base64')}`

describe('a wrong password', () => {
  let world: World
  beforeEach(async () => {
    world = await openWorld()
    // Has no password: who signed up elsewhere, or a bot.
    await world.instance.person('bob')
  })
  afterEach(() => world.instance.close())

  const ways: ReadonlyArray<readonly [string, (login: string) => Promise<{ readonly status: number }>]> = [
    ['on the page', (login) => world.browser().signIn(login, 'a-wrong-password')],
    [
      'for a token',
      (login) => world.post('/oauth/token', { grant_type: 'password', username: login, password: 'a-wrong-password' }),
    ],
    [
      'through git',
      (login) =>
        world.call('/one/two.git/info/refs?service=git-upload-pack', { headers: { authorization: basic(login) } }),
    ],
  ]

  it.each(ways)('%s costs as much work and is answered alike for a name that nobody has', async (_, trying) => {
    const { passwords } = world.instance.forge
    const hashed = [vi.spyOn(passwords, 'hash'), vi.spyOn(passwords, 'verify')]
    const costOf = async (login: string) => {
      for (const one of hashed) one.mockClear()
      const { status } = await trying(login)
      return { status, hashed: hashed.reduce((sum, { mock }) => sum + mock.calls.length, 0) }
    }
    const known = await costOf('ann')
    expect(known.hashed).toBe(1)
    expect(await costOf('nobody')).toEqual(known)
    expect(await costOf('bob')).toEqual(known)
    expect(await costOf('nobody@example.com')).toEqual(known)
  })
})
