import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openWorld, PASSWORD, type World } from '../../oauth/world.js'

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

describe('pages of the account', () => {
  let world: World
  let ann: Browser
  const own = async (path: string): Promise<unknown> => {
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return (await world.instance.ask('GET', `/api/v4/user${path}`, { headers: { cookie } })).json
  }

  beforeAll(async () => {
    world = await openWorld()
    ann = await world.browser().signIn('ann', PASSWORD)
  })
  afterAll(() => world.instance.close())

  const LISTS: ReadonlyArray<readonly [folder: string, typed: Readonly<Record<string, string>>, shown: string]> = [
    ['keys', { key: PUBLIC_KEYS.ed25519.text, title: 'Lap & top', expires_at: '2199-01-01' }, 'Lap &amp; top'],
    ['gpg_keys', { key: PUBLIC_KEYS.pgp.text }, PUBLIC_KEYS.pgp.fingerprint],
    ['emails', { email: 'second@example.com' }, 'second@example.com'],
  ]

  it.each(LISTS)('/profile/%s lists, adds and deletes what the API has', async (folder, typed, shown) => {
    const path = `/profile/${folder}`
    await ann.open(path)
    expect(ann.html).toContain('You have none.')
    await ann.send(path, typed)
    expect([ann.url, ann.status]).toEqual([`http://forge.test${path}`, 200])
    expect(ann.html).toContain(shown)
    expect(ann.html).toMatch(/ is added\./)
    const [one, ...others] = (await own(`/${folder}`)) as Rows
    expect(others).toEqual([])
    await ann.send(`${path}/${one?.['id']}/delete`)
    expect(ann.html).toContain('You have none.')
    expect(await own(`/${folder}`)).toEqual([])
  })

  it.each([
    ['keys', { key: 'no key' }, 'Is invalid.'],
    ['keys', { key: PUBLIC_KEYS.ed25519.text, title: 'x', expires_at: 'soon' }, 'Is no day.'],
    ['keys', { key: PUBLIC_KEYS.ed25519.text, title: 'x', expires_at: '2001-01-01' }, 'Must be in the future.'],
    ['gpg_keys', { key: 'no key' }, 'Is invalid.'],
    ['emails', { email: 'no address' }, 'is invalid'],
  ] as const)('/profile/%s refuses %j, and keeps what was typed', async (folder, typed, said) => {
    await ann.open(`/profile/${folder}`)
    await ann.send(`/profile/${folder}`, typed)
    expect(ann.status).toBe(422)
    expect(ann.text().toLowerCase()).toContain(said.toLowerCase())
    for (const value of Object.values(typed)) expect(ann.html).toContain(value.slice(0, 6))
    expect(await own(`/${folder}`)).toEqual([])
  })

  it('refuses a key that somebody has, with what is wrong about it', async () => {
    const as = world.instance.root
    const json = { title: 'theirs', key: PUBLIC_KEYS.rsa.text }
    const theirs = (await world.instance.ask('POST', '/api/v4/user/keys', { as, json })).json as { id: number }
    await ann.open('/profile/keys')
    await ann.send('/profile/keys', { key: PUBLIC_KEYS.rsa.text, title: 'mine' })
    expect([ann.status, ann.text()]).toEqual([422, expect.stringContaining('fingerprint has already been taken')])
    const { authenticity_token } = Object.fromEntries(ann.form('/profile/keys'))
    const body = new URLSearchParams({ authenticity_token: authenticity_token ?? '' })
    await ann.open(`/profile/keys/${theirs.id}/delete`, { method: 'POST', body })
    expect(ann.status).toBe(404)
    expect((await world.instance.ask('GET', `/api/v4/user/keys/${theirs.id}`, { as })).status).toBe(200)
  })

  it('/profile/notifications changes the setting of the instance', async () => {
    await ann.open('/profile/notifications')
    await ann.send('/profile/notifications', { level: 'custom', 'events[]': ['new_note', 'new_issue'] })
    expect(ann.html).toContain('<option value="custom" selected>')
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { json } = await world.instance.ask('GET', '/api/v4/notification_settings', { headers: { cookie } })
    expect(json).toMatchObject({ level: 'custom', events: { new_note: true, new_issue: true, close_issue: false } })
  })

  it('/profile/preferences changes what the API says', async () => {
    await ann.open('/profile/preferences')
    await ann.send('/profile/preferences', { view_diffs_file_by_file: '1' })
    expect(await own('/preferences')).toMatchObject({
      view_diffs_file_by_file: true,
      show_whitespace_in_diffs: false,
      pass_user_identities_to_ci_jwt: false,
    })
  })

  it('/profile/active_sessions lists browsers, and signs out of the others', async () => {
    const elsewhere = await world.browser().signIn('ann', PASSWORD)
    await ann.open('/profile/active_sessions')
    expect(ann.text()).toMatch(/This browser .*Another browser|Another browser .*This browser/)
    await ann.send('/profile/active_sessions/end_others')
    expect(ann.text()).not.toContain('Another browser')
    await elsewhere.open('/profile')
    expect(new URL(elsewhere.url).pathname).toBe('/users/sign_in')
  })
})
