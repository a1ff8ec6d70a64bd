import { apiRoutes } from '@forgefold/spec/api-routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostileWorld, openHostileWorld } from '../hostile/world.js'

let world: HostileWorld
beforeAll(async () => {
  world = await openHostileWorld()
})
afterAll(() => world.close())

const SECRET = 'a-secret-that-nobody-may-see'
const SILENT = [
  'job_token',
  'token',
  'password',
  'approval_password',
  'client_secret',
  'refresh_token',
  'authenticity_token',
  'JOB_TOKEN',
  'private_token[]',
  'user[password]',
]
const silent = SILENT.map((name) => `${encodeURIComponent(name)}=${SECRET}`).join('&')
const PAGING = 'page=1&per_page=1&pagination=keyset&order_by=id'

const reading = apiRoutes.filter(({ method, streamsBody }) => method === 'GET' && streamsBody !== true)

/** Wherever an answer shows one of the secrets. */
const shownIn = (
  { headers, text }: { readonly headers: ReadonlyMap<string, string>; readonly text: string },
  secrets: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  [...headers, ['body', text] as const]
    .filter(([, value]) => secrets.some((secret) => value.includes(secret)))
    .map(([name, value]) => `${name}: ${value.slice(0, 300)}`)

describe('secrets in the address of a request', () => {
  it.each(reading.map((route) => [route.path, route] as const))('are not answered by GET %s', async (_, route) => {
    const path = route.path.replace(/[:*]([a-z_0-9]+)/g, (_all, name: string) =>
      encodeURIComponent(world.reach(route.path, name)),
    )
    const { root } = world.instance
    for (const name of ['private_token', 'access_token', 'bearer_token'])
      for (const more of ['', `&${PAGING}`]) {
        const query = `${name}=${root}&${silent}${more}`
        const answered = await world.instance.ask('GET', `/api/v4${path}`, { query })
        expect(shownIn(answered, [root, SECRET])).toEqual([])
      }
  })

  it('are not in the way to the next page of the history', async () => {
    const { root } = world.instance
    for (const name of ['private_token', 'access_token', 'bearer_token']) {
      const query = `${name}=${root}&job_token=${SECRET}&per_page=1&actor=system`
      const answered = await world.instance.ask('GET', '/api/v4/forgefold/history', { query })
      expect(answered.headers.get('link')).toContain('after=')
      expect(shownIn(answered, [root, SECRET])).toEqual([])
    }
  })

  it.each([
    '/profile',
    '/profile/applications',
    '/profile/personal_access_tokens',
    '/profile/two_factor_auth',
    '/admin/session/new',
    '/admin/reactors',
    '/users/sign_in',
    '/users/sign_up',
    '/oauth/authorize',
    '/oauth/token/info',
    '/oauth/userinfo',
    '/-/users/terms',
    '/help',
    '/nothing',
    '/api/v4/nothing',
    '/top/app/-/raw/main/README.md',
    '/top/app.git/info/refs',
  ])('are not answered by %s', async (path) => {
    for (const name of ['private_token', 'access_token']) {
      const query = `x=kept&${name}=${SECRET}&${silent}&service=git-upload-pack`
      expect(shownIn(await world.instance.ask('GET', path, { query }), [SECRET])).toEqual([])
    }
  })

  it('are left out of the way back to a page, and the rest is kept', async () => {
    const { headers } = await world.instance.ask('GET', '/profile/applications', {
      query: `a=1&private_token=${SECRET}&b=2`,
    })
    expect(headers.get('location')).toContain(encodeURIComponent('/profile/applications?a=1&b=2'))
  })
})
