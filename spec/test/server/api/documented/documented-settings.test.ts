import { isAtLeast } from '@forgefold/core/releases'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALWAYS_ON, COMPANIONS, EDGES, FIRST_VALUES, GONE_AT, HAS_FIRST_VALUES, SINCE } from './setting-facts.js'
import { FLAGS, INTEGERS, LISTS, OTHERS, PAID, SILENT, TEXTS } from './setting-names.js'
import type { Json } from './story.js'

const AT = '/api/v4/application/settings'
const read = async (instance: TestInstance): Promise<Json> =>
  (await instance.ask('GET', AT, { as: instance.root })).json as Json

const isText = (value: unknown): boolean => typeof value === 'string'
const HOLDS: ReadonlyArray<readonly [string, ReadonlyArray<string>, (value: unknown) => boolean]> = [
  ['flag', FLAGS, (value) => typeof value === 'boolean'],
  ['integer', INTEGERS, Number.isInteger],
  ['text', TEXTS, isText],
  ['list', LISTS, Array.isArray],
]
/** What may hold nothing. */
const NULLABLE = new Set(['text', 'list', 'integer'])

/** A number where the documentation says text: the id of the group, as the reference implementation answers it. */
const OTHERWISE = new Set(['performance_bar_allowed_group_id'])

describe.each([
  ['14.0', 'ultimate'],
  ['15.3', 'ultimate'],
  ['15.3', 'free'],
  ['16.0', 'ultimate'],
] as const)('the settings of %s, %s', (release, tier) => {
  let answered: Json
  beforeAll(async () => {
    const instance = await openTestInstance({ release, tier })
    answered = await read(instance)
    await instance.close()
  })

  const isDocumented = (name: string): boolean =>
    (tier !== 'free' || !PAID.includes(name)) &&
    isAtLeast(release, SINCE[name] ?? '14.0') &&
    !isAtLeast(release, GONE_AT[name] ?? '17.0')

  it('have every documented name of the tier, and none before or after its releases', () => {
    const all = [...FLAGS, ...INTEGERS, ...TEXTS, ...LISTS, ...OTHERS]
    // What a release between 14.0 and 15.3 brought is documented without that release, in part.
    const names = release === '14.0' ? all.filter((name) => name in SINCE || name in GONE_AT) : all
    expect(names.filter((name) => Object.hasOwn(answered, name) !== isDocumented(name))).toEqual([])
    expect(SILENT.filter((name) => Object.hasOwn(answered, name))).toEqual([])
    expect(all.length).toBeGreaterThan(235)
  })

  it('hold what their type says', () => {
    const wrong = HOLDS.flatMap(([type, names, holds]) =>
      names.filter((name) => {
        const value = answered[name]
        if (value === undefined || OTHERWISE.has(name)) return false
        return value === null ? !NULLABLE.has(type) : !holds(value)
      }),
    )
    expect(wrong).toEqual([])
    expect(answered['repository_storages_weighted']).toEqual({ default: 100 })
    expect(answered['external_authorization_service_timeout']).toBe(0.5)
    expect(answered['polling_interval_multiplier']).toBe('1.0')
  })

  it('begin with the documented values', () => {
    const served = Object.entries(FIRST_VALUES).filter(([name]) => Object.hasOwn(answered, name))
    expect(Object.fromEntries(served.map(([name]) => [name, answered[name]]))).toEqual(Object.fromEntries(served))
  })
})

describe('a documented setting', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await openTestInstance()
  })
  afterAll(() => instance.close())
  const put = async (json: Json): Promise<readonly [status: number, text: string]> => {
    const { status, text } = await instance.ask('PUT', AT, { as: instance.root, json })
    return [status, text]
  }

  it.each(EDGES)('%s takes what is within its bounds, and refuses what is not', async (name, good, bad) => {
    for (const value of good) expect((await put({ [name]: value }))[0], JSON.stringify(value)).toBe(200)
    const before = (await read(instance))[name]
    for (const value of bad) expect((await put({ [name]: value }))[0], JSON.stringify(value)).toBe(400)
    expect((await read(instance))[name]).toEqual(before)
  })

  it.each(Object.entries(COMPANIONS))('%s needs its companions to be on', async (flag, companions) => {
    const [status, text] = await put({ [flag]: true })
    expect(status, text).toBe(HAS_FIRST_VALUES.has(flag) ? 200 : 400)
    const [together, said] = await put({ [flag]: true, ...companions })
    expect(together, said).toBe(200)
    expect(await read(instance)).toMatchObject({ [flag]: true })
    expect((await put({ [flag]: false }))[0]).toBe(200)
  })

  it('enforce_terms needs terms, and then everybody has to accept them', async () => {
    const own = await openTestInstance()
    const change = (json: Json) => own.ask('PUT', AT, { as: own.root, json })
    expect((await change({ enforce_terms: true })).status).toBe(400)
    const changed = await change({ enforce_terms: true, terms: 'Be kind' })
    expect(changed.json).toMatchObject({ enforce_terms: true, terms: 'Be kind' })
    expect((await own.ask('GET', '/api/v4/projects', { as: own.root })).status).toBe(403)
    expect((await change({ enforce_terms: false })).json).toMatchObject({ enforce_terms: false })
    expect((await own.ask('GET', '/api/v4/projects', { as: own.root })).status).toBe(200)
    await own.close()
  })

  it('is sent in a query, in a form and as JSON', async () => {
    const shown = async (): Promise<unknown> => (await read(instance))['after_sign_up_text']
    await instance.ask('PUT', AT, { as: instance.root, query: 'after_sign_up_text=query' })
    expect(await shown()).toBe('query')
    await instance.ask('PUT', AT, { as: instance.root, form: 'after_sign_up_text=form' })
    expect(await shown()).toBe('form')
    await put({ after_sign_up_text: 'json' })
    expect(await shown()).toBe('json')
  })

  it.each(['throttle_authenticated_api', 'throttle_unauthenticated_web', 'throttle_unauthenticated'])(
    '%s_enabled goes on with its own limits',
    async (family) => {
      const limits = { [`${family}_period_in_seconds`]: 60, [`${family}_requests_per_period`]: 100_000 }
      expect((await put({ [`${family}_enabled`]: true, ...limits }))[0]).toBe(200)
      expect(await read(instance)).toMatchObject({ [`${family}_enabled`]: true, ...limits })
      expect((await put({ [`${family}_enabled`]: false }))[0]).toBe(200)
    },
  )

  it.each(FLAGS)('%s goes on and off again, and leaves the instance open to its administrator', async (flag) => {
    const whole = flag === 'delayed_project_deletion' ? { delayed_group_deletion: true } : {}
    const companions = { terms: 'Be kind', ...whole, ...COMPANIONS[flag] }
    for (const value of [true, false]) {
      const [status, text] = await put({ [flag]: value, ...(value ? companions : {}) })
      expect(status, text).toBe(200)
      expect((await read(instance))[flag]).toBe(ALWAYS_ON.has(flag) || value)
    }
    expect((await instance.ask('GET', '/api/v4/user', { as: instance.root })).status).toBe(200)
  })
})
