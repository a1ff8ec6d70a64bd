import { CATALOGUE, INITIAL_SETTINGS, type SettingName } from '@forgefold/core/domains/instance/settings'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { changeableSettings, requiredSettingsOf, validValue } from '@forgefold/spec/settings'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

/** These change who may ask at all, or take in the instance's own host; they have tests of their own. */
const SHUTTING: ReadonlySet<string> = new Set([
  'admin_mode',
  'maintenance_mode',
  'unique_ips_limit_enabled',
  'enforce_terms',
  'asset_proxy_allowlist',
])

/** What stands in the answer: a decimal with a fraction, nothing of namespaces and projects that are not there. */
const answeredFor = (name: SettingName, value: unknown): unknown => {
  if (name === 'polling_interval_multiplier') return `${String(value)}.0`
  if (name === 'searchengine_namespace_ids' || name === 'searchengine_project_ids') return []
  return value
}

const PATH = '/api/v4/application/settings'

describe('each setting, over HTTP', () => {
  let world: TestInstance
  const put = async (json: Json) => world.ask('PUT', PATH, { as: world.root, json })

  beforeAll(async () => {
    world = await openTestInstance()
  })
  afterAll(() => world.close())

  it.each(changeableSettings.filter((name) => !SHUTTING.has(name)))(
    '%s is changed, answered and changed back',
    async (name: SettingName) => {
      const first = (await world.ask('GET', PATH, { as: world.root })).json as Json
      const [value] = fc.sample(validValue(name), { numRuns: 1, seed: 11 })
      const changed = await put({ ...requiredSettingsOf(name), [name]: value })
      expect(changed.status, changed.text).toBe(200)
      const shown = changed.json as Json
      const isAnswered = name in first
      expect(isAnswered).toBe(name in shown)
      if (isAnswered && shown[name] !== first[name]) expect(shown[name]).toEqual(answeredFor(name, value))
      const names = [name, ...Object.keys(requiredSettingsOf(name))] as ReadonlyArray<SettingName>
      const back = await put(Object.fromEntries(names.map((one) => [one, INITIAL_SETTINGS[one]])))
      expect(back.status, back.text).toBe(200)
      const after = (await world.ask('GET', PATH, { as: world.root })).json as Json
      expect(after[name]).toEqual(first[name])
      if (CATALOGUE[name].hidden) expect(isAnswered).toBe(false)
    },
  )
})
