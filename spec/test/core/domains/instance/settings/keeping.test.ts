import { CATALOGUE, SETTING_NAMES, type SettingName, settings } from '@forgefold/core/domains/instance/settings'
import type { Revision, StoredEvent } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { openSettings } from '@forgefold/spec/settings'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const EDITION = { tier: 'ultimate', release: '15.3' } as const

const historyOf = async (store: EventStore): Promise<ReadonlyArray<StoredEvent>> => {
  const read = await store.readAll({ limit: 1000 })
  return read.kind === 'Read' ? read.events : []
}

const secrets = SETTING_NAMES.filter((name) => CATALOGUE[name].sealed)

describe('the history of the settings', () => {
  it('holds only what changed', async () => {
    const laboratory = openSettings(EDITION)
    await laboratory.change({ signup_enabled: false, max_artifacts_size: 100, sign_in_text: 'Hello' })
    await laboratory.change({ signup_enabled: false, sign_in_text: 'Good day' })
    const history = await historyOf(laboratory.events)
    expect(history.map(({ type, data }) => [type, (data as { values?: unknown }).values])).toEqual([
      ['SettingsEstablished', undefined],
      ['SettingsChanged', { signup_enabled: { value: false }, sign_in_text: { value: 'Hello' } }],
      ['SettingsChanged', { sign_in_text: { value: 'Good day' } }],
    ])
  })

  it('gains nothing from a request that changes nothing', async () => {
    const laboratory = openSettings(EDITION)
    await laboratory.change({ spamfilter_api_key: 'secret', domain_denylist: 'a.example' })
    const before = (await historyOf(laboratory.events)).length
    await laboratory.change({ spamfilter_api_key: 'secret', domain_denylist: ['a.example'] })
    expect((await historyOf(laboratory.events)).length).toBe(before)
  })

  it.each(secrets)('never shows %s in the clear', async (name: SettingName) => {
    const laboratory = openSettings(EDITION)
    const clear = 'a-very-secret-value-1234'
    const changed = await laboratory.change({ [name]: clear })
    expect(E.isRight(changed) && changed.right.values[name]).toBe(clear)
    const text = JSON.stringify(await historyOf(laboratory.events))
    expect(text).not.toContain(clear)
    expect(text).not.toContain(Buffer.from(clear).toString('base64').slice(0, 20))
    expect(text).not.toContain(Buffer.from(clear).toString('hex'))
  })

  it('keeps a long text as a blob and gives it back', async () => {
    const laboratory = openSettings(EDITION)
    const long = 'Grüße 👋 '.repeat(20_000)
    await laboratory.change({ terms: long, external_auth_client_key: `${long}!` })
    const [, changed] = await historyOf(laboratory.events)
    expect(JSON.stringify(changed).length).toBeLessThan(2000)
    const read = await laboratory.read()
    expect(E.isRight(read) && read.right.values.terms).toBe(long)
    expect(E.isRight(read) && read.right.values.external_auth_client_key).toBe(`${long}!`)
  })

  it('is one stream with codecs for every event', async () => {
    const laboratory = openSettings(EDITION)
    await laboratory.change({ signup_enabled: false })
    for (const event of await historyOf(laboratory.events)) {
      expect(event.stream).toBe('settings-instance')
      expect(E.isRight(settings.events.decode(event))).toBe(true)
    }
  })
})

describe('what other parts of a process see', () => {
  it('is a change made through it at once', async () => {
    const laboratory = openSettings(EDITION)
    await laboratory.change({ restricted_visibility_levels: ['public'] })
    expect(laboratory.world.settings.current().restricted_visibility_levels).toEqual(['public'])
  })

  it('is a change made elsewhere after the interval, and not before', async () => {
    const one = openSettings(EDITION)
    const other = openSettings(EDITION, { events: one.events, clock: one.clock, cacheSeconds: 60 })
    await other.world.settings.fresh()
    await one.change({ signup_enabled: false })
    one.clock.advance(59_000)
    expect((await other.world.settings.fresh()).signup_enabled).toBe(true)
    one.clock.advance(1_000)
    expect((await other.world.settings.fresh()).signup_enabled).toBe(false)
  })

  it('is never older than what the settings themselves answer', async () => {
    const one = openSettings(EDITION)
    const other = openSettings(EDITION, { events: one.events, clock: one.clock })
    await other.world.settings.fresh()
    await one.change({ signup_enabled: false })
    const read = await other.read()
    expect(E.isRight(read) && read.right.values.signup_enabled).toBe(false)
    expect(other.world.settings.current().signup_enabled).toBe(false)
  })

  it('is the old copy while the store is away, and the store is not asked again at once', async () => {
    const one = openSettings(EDITION)
    await one.change({ signup_enabled: false })
    let away = false
    let asked = 0
    const events: EventStore = {
      ...one.events,
      readStream: async (...input) => {
        asked += 1
        return away ? { kind: 'Unavailable', reason: 'away' } : one.events.readStream(...input)
      },
    }
    const other = openSettings(EDITION, { events, clock: one.clock })
    await other.world.settings.fresh()
    await one.change({ signup_enabled: true })
    away = true
    one.clock.advance(61_000)
    expect((await other.world.settings.fresh()).signup_enabled).toBe(false)
    const before = asked
    expect((await other.world.settings.fresh()).signup_enabled).toBe(false)
    expect(asked).toBe(before)
    away = false
    one.clock.advance(5_000)
    expect((await other.world.settings.fresh()).signup_enabled).toBe(true)
  })

  it('follows a change that was written elsewhere, and does not read what is known', async () => {
    const one = openSettings(EDITION)
    let asked = 0
    const events: EventStore = {
      ...one.events,
      readStream: async (...input) => {
        asked += 1
        return one.events.readStream(...input)
      },
    }
    const other = openSettings(EDITION, { events, clock: one.clock })
    await other.world.settings.fresh()
    await one.change({ signup_enabled: false })
    const revision = (await historyOf(one.events)).at(-1)?.revision ?? (-1 as Revision)
    await other.world.settings.follow(revision)
    expect(other.world.settings.current().signup_enabled).toBe(false)
    const before = asked
    await other.world.settings.follow(revision)
    expect(asked).toBe(before)
  })

  it('is every secret as it was, whatever else changes', async () => {
    const laboratory = openSettings(EDITION)
    await laboratory.change({ spamfilter_api_key: 'one', captcha_site_key: 'two' })
    await laboratory.change({ spamfilter_api_key: 'three', signup_enabled: false })
    const { spamfilter_api_key, captcha_site_key, signup_enabled } = laboratory.world.settings.current()
    expect([spamfilter_api_key, captcha_site_key, signup_enabled]).toEqual(['three', 'two', false])
  })

  it('has flags of another tier switched off', async () => {
    const paid = openSettings(EDITION)
    await paid.change({ maintenance_mode: true })
    const free = openSettings({ tier: 'free', release: '15.3' }, { events: paid.events })
    expect((await free.world.settings.fresh()).maintenance_mode).toBe(false)
    expect((await paid.world.settings.fresh()).maintenance_mode).toBe(true)
  })
})

describe('the times of the record', () => {
  it('begin with the first look and move with every change', async () => {
    const laboratory = openSettings(EDITION)
    const first = await laboratory.read()
    laboratory.clock.advance(5000)
    const changed = await laboratory.change({ signup_enabled: false })
    expect(E.isRight(first) && [first.right.createdAt, first.right.updatedAt]).toEqual([
      '2022-08-22T12:00:00.000Z',
      '2022-08-22T12:00:00.000Z',
    ])
    expect(E.isRight(changed) && [changed.right.createdAt, changed.right.updatedAt]).toEqual([
      '2022-08-22T12:00:00.000Z',
      '2022-08-22T12:00:05.000Z',
    ])
  })
})

describe('two administrators at once', () => {
  it('each change what they said, and nothing else', async () => {
    const one = openSettings(EDITION)
    const other = openSettings(EDITION, { events: one.events, clock: one.clock })
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? one.change({ max_artifacts_size: index + 1 }) : other.change({ max_export_size: index }),
      ),
    )
    const [a, b] = [await one.read(), await other.read()]
    expect(a).toEqual(b)
    if (E.isLeft(a)) return expect.fail('the settings could not be read')
    expect([1, 3, 5, 7, 9]).toContain(a.right.values.max_artifacts_size)
    expect([1, 3, 5, 7, 9]).toContain(a.right.values.max_export_size)
  })

  it('cannot break a rule together that neither may break alone', async () => {
    const one = openSettings(EDITION)
    const other = openSettings(EDITION, { events: one.events, clock: one.clock })
    const outcomes = await Promise.all([
      one.change({ delayed_project_deletion: true }),
      other.change({ delayed_group_deletion: false }),
    ])
    expect(outcomes.filter(E.isRight)).toHaveLength(1)
    const read = await one.read()
    if (E.isLeft(read)) return expect.fail('the settings could not be read')
    const { delayed_project_deletion, delayed_group_deletion } = read.right.values
    expect(delayed_project_deletion && !delayed_group_deletion).toBe(false)
  })
})
