import { RELEASES, releaseDiff, releaseItems } from '@forgefold/core/releases'
import { settingsPresenter } from '@forgefold/server/api/v4/instance/settings'
import { releasesCommand } from '@forgefold/server/cli'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { openSettings } from '@forgefold/spec/settings'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SETTINGS = '/api/v4/application/settings'

describe('the schedule over HTTP', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await openTestInstance()
  })
  afterAll(() => instance.close())

  it('is served whole as data, to anybody', async () => {
    const answered = await instance.ask('GET', '/api/v4/forgefold/deprecations')
    expect(answered.status).toBe(200)
    const items = answered.json as ReadonlyArray<{ readonly id: string; readonly standing: string }>
    expect(items.map(({ id }) => id)).toEqual(releaseItems.map(({ id }) => id))
    const standings = Object.fromEntries(items.map(({ id, standing }) => [id, standing]))
    expect(standings).toMatchObject({
      'merge_request.merged_by': 'deprecated',
      'settings.user_email_lookup_limit': 'removed',
      'merge_request.detailed_merge_status': 'planned',
      'deployments.approval': 'served',
    })
  })

  it('can be looked at from another release', async () => {
    const answered = await instance.ask('GET', '/api/v4/forgefold/deprecations', { query: 'release=14.0' })
    const items = answered.json as ReadonlyArray<{ readonly id: string; readonly standing: string }>
    expect(items.find(({ id }) => id === 'settings.user_email_lookup_limit')?.standing).toBe('served')
    expect(await instance.ask('GET', '/api/v4/forgefold/deprecations', { query: 'release=13.0' })).toMatchObject({
      status: 400,
      json: { error: 'release does not have a valid value' },
    })
  })

  it('tells the difference of two releases', async () => {
    const answered = await instance.ask('GET', '/api/v4/forgefold/releases/diff', { query: 'from=15.3&to=16.0' })
    expect((answered.json as ReadonlyArray<unknown>).length).toBe(releaseDiff('15.3', '16.0').length)
  })

  it.each(['/-/deprecations', '/-/docs/deprecations'])('is a page at %s with an anchor for each line', async (path) => {
    const page = await instance.ask('GET', path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const { id } of releaseItems) expect(page.text).toContain(`id="${id}"`)
    expect(page.text).not.toContain('<script')
  })
})

describe('a request that uses something deprecated', () => {
  it('is told so, with a link to the line that says more', async () => {
    const instance = await openTestInstance()
    const old = await instance.ask('PUT', SETTINGS, { as: instance.root, json: { signin_enabled: true } })
    expect(old.status).toBe(200)
    expect(old.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(old.headers.get('link')).toContain('#settings.signin_enabled>; rel="deprecation"')
    const present = await instance.ask('PUT', SETTINGS, { as: instance.root, json: { signup_enabled: true } })
    expect(present.headers.get('deprecation')).toBe(undefined)
    await instance.close()
  })
})

describe('settings at the last release before a change and at the first after', () => {
  const fieldsAt = async (release: string): Promise<ReadonlySet<string>> => {
    const edition = { tier: 'ultimate', release } as const
    const read = await openSettings(edition).read()
    if (E.isLeft(read)) throw new Error(read.left.kind)
    return new Set(Object.keys(JSON.parse(settingsPresenter(edition, 'forge.test')(read.right))))
  }
  const releaseBefore = (release: string): string | undefined =>
    RELEASES[(RELEASES as ReadonlyArray<string>).indexOf(release) - 1]

  const HIDDEN = new Set([
    'settings.performance_bar_enabled',
    'settings.admin_notification_email',
    'settings.repository_storages',
  ])
  const dated = releaseItems.filter(({ id, kind }) => kind === 'setting' && !HIDDEN.has(id))
  const added = dated.flatMap(({ id, since }) => (since === undefined ? [] : [[id.slice(9), since] as const]))
  const removed = dated.flatMap(({ id, until }) => (until === undefined ? [] : [[id.slice(9), until] as const]))

  it('appear with their release', async () => {
    for (const release of new Set(added.map(([, since]) => since))) {
      const before = releaseBefore(release)
      if (before === undefined) continue
      const [old, now] = [await fieldsAt(before), await fieldsAt(release)]
      for (const [name] of added.filter(([, since]) => since === release)) {
        expect([old.has(name), now.has(name)], `${name} at ${release}`).toEqual([false, true])
      }
    }
  })

  it('go with their release', async () => {
    for (const release of new Set(removed.map(([, until]) => until))) {
      const [old, now] = [await fieldsAt(releaseBefore(release) ?? ''), await fieldsAt(release)]
      for (const [name] of removed.filter(([, until]) => until === release)) {
        expect([old.has(name), now.has(name)], `${name} at ${release}`).toEqual([true, false])
      }
    }
  })

  it('differ between two releases exactly as the table says', async () => {
    const steps = ['14.0', '14.3', '14.9', '15.0', '15.3', '16.0']
    for (const [index, to] of steps.entries()) {
      const from = steps[index - 1]
      if (from === undefined) continue
      const [old, now] = [await fieldsAt(from), await fieldsAt(to)]
      const declared = new Map<string, boolean>()
      for (const { change, item } of releaseDiff(from, to))
        if (item.kind === 'setting' && change !== 'deprecated') declared.set(item.id.slice(9), change === 'added')
      for (const name of new Set([...old, ...now]))
        if (old.has(name) !== now.has(name))
          expect(declared.get(name), `${name} from ${from} to ${to}`).toBe(now.has(name))
    }
  })
})

describe('forgefold releases diff', () => {
  it('prints what changes for a client', () => {
    const { text, code } = releasesCommand(['diff', '15.3', '16.0'])
    expect(code).toBe(0)
    expect(text).toContain('16.0\n')
    expect(text).toContain('- Merge requests: field merged_by; instead: merge_user')
    expect(text).toContain('+ Merge requests: field detailed_merge_status')
  })
  it('says what a client sees before and after, the other way round when going back', () => {
    const field = '- Merge requests: field merged_by; instead: merge_user'
    const forwards = releasesCommand(['diff', '15.3', '16.0']).text
    expect(forwards).toContain(
      `${field}\n      before: stands beside merge_user; null while a merge is only scheduled\n      after: absent; merge_user remains\n`,
    )
    expect(releasesCommand(['diff', '16.0', '15.3']).text).toContain(
      '+ Merge requests: field merged_by\n      before: absent; merge_user remains\n      after: stands beside merge_user; null while a merge is only scheduled\n',
    )
  })
  it('leaves out what is not served where it is told to', () => {
    expect(releasesCommand(['diff', '14.0', '16.0']).text).toContain('(not served here)')
    const served = releasesCommand(['diff', '14.0', '16.0', '--served'])
    expect(served.code).toBe(0)
    expect(served.text).not.toContain('(not served here)')
    expect(JSON.parse(releasesCommand(['diff', '14.0', '16.0', '--served', '--json']).text)).toHaveLength(
      releaseDiff('14.0', '16.0').filter(({ item }) => item.served).length,
    )
  })
  it('prints JSON', () => {
    expect(JSON.parse(releasesCommand(['diff', '--json', '14.0', '16.0']).text)).toHaveLength(
      releaseDiff('14.0', '16.0').length,
    )
  })
  it('says when nothing changes', () => {
    expect(releasesCommand(['diff', '15.3', '15.3']).text).toBe('Nothing changes from 15.3 to 15.3.\n')
  })
  it.each([[[]], [['diff', '15.3']], [['diff', '13.0', '16.0']], [['show']]])('explains itself after %j', (args) => {
    expect(releasesCommand(args)).toMatchObject({
      code: 2,
      text: expect.stringContaining('forgefold releases diff FROM TO'),
    })
  })
})

describe('an operator who means to move on', () => {
  it('has clients told the day on which what they use goes away', async () => {
    const instance = await openTestInstance({ release: '14.10', more: { sunsets: { '15.0': '2022-05-22' } } })
    const ask = (json: unknown) => instance.ask('PUT', SETTINGS, { as: instance.root, json })
    const going = await ask({ user_email_lookup_limit: 20 })
    expect(going.headers.get('sunset')).toBe('Sun, 22 May 2022 00:00:00 GMT')
    const staying = await ask({ signin_enabled: true })
    expect(staying.headers.get('deprecation')).toBeDefined()
    expect(staying.headers.get('sunset')).toBe(undefined)
    await instance.close()
  })
})
