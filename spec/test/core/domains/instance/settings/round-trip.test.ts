import type { Edition, SettingName } from '@forgefold/core/domains/instance/settings'
import { parameterNames, SETTING_NAMES } from '@forgefold/core/domains/instance/settings'
import { settingsPresenter } from '@forgefold/server/api/v4/instance/settings'
import {
  aliasesOf,
  badValues,
  changeableSettings,
  openSettings,
  requiredSettingsOf,
  validValue,
} from '@forgefold/spec/settings'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const EDITION: Edition = { tier: 'ultimate', release: '15.3' }
const HOST = 'forge.test'

/** Where what is answered is not simply what was sent. */
const answeredFor = (name: SettingName, value: unknown): unknown => {
  if (name === 'polling_interval_multiplier') return Number.isInteger(value) ? `${value}.0` : String(value)
  if (name === 'asset_proxy_allowlist') return [...(value as ReadonlyArray<string>), HOST]
  if (name === 'terms' && value === null) return null
  if (name === 'commit_email_hostname' && (value === null || String(value).trim() === ''))
    return `users.noreply.${HOST}`
  if ((name === 'default_branch_name' || name === 'enabled_git_access_protocol') && value === '') return null
  return value
}

const withNewCommandId = (name: SettingName): Readonly<Record<string, unknown>> =>
  name === 'searchengine_namespace_ids' || name === 'searchengine_project_ids'
    ? { searchengine_limit_indexing: true }
    : name === 'external_auth_client_cert'
      ? { external_auth_client_key: 'key' }
      : {}

const HIDDEN = new Set(['asset_proxy_secret_key', 'cluster_secret_access_key'])

describe.each(changeableSettings)('%s', (name) => {
  it('takes every valid value and answers it', async () => {
    await fc.assert(
      fc.asyncProperty(validValue(name), async (value) => {
        const laboratory = openSettings(EDITION)
        const raw = { ...(value === true ? requiredSettingsOf(name) : {}), ...withNewCommandId(name), [name]: value }
        const changed = await laboratory.change(raw)
        if (E.isLeft(changed)) expect.fail(`refused: ${JSON.stringify(changed.left)}`)
        else {
          const json = JSON.parse(settingsPresenter(EDITION, HOST)(changed.right))
          if (HIDDEN.has(name)) expect(json).not.toHaveProperty(name)
          else expect(json[name]).toEqual(answeredFor(name, value))
        }
        const read = await laboratory.read()
        expect(read).toEqual(changed)
      }),
      { numRuns: 8 },
    )
  })

  it('refuses what breaks a rule of its own, in the words of that rule, and keeps nothing', async () => {
    for (const bad of badValues(name)) {
      const laboratory = openSettings(EDITION)
      const before = await laboratory.read()
      const also = name === 'signup_enabled' ? { hide_third_party_offers: true } : { signup_enabled: false }
      const refused = await laboratory.change({ ...also, ...withNewCommandId(name), [bad.name]: bad.value })
      const rejection =
        bad.error === undefined ? { kind: 'Invalid', fields: bad.message } : { kind: 'BadParameters', error: bad.error }
      expect(refused, JSON.stringify(bad.value)).toEqual(E.left(rejection))
      expect(await laboratory.read()).toEqual(before)
    }
  })
})

describe('old names', () => {
  const RELEASE = '14.10'
  it.each(changeableSettings.flatMap((name) => aliasesOf(name).map((alias) => [alias, name] as const)))(
    '%s writes %s',
    async (alias, name) => {
      await fc.assert(
        fc.asyncProperty(validValue(name), async (value) => {
          const laboratory = openSettings({ tier: 'ultimate', release: RELEASE })
          const changed = await laboratory.change({ [alias]: value })
          expect(E.isRight(changed) && changed.right.values[name]).toEqual(answeredFor(name, value))
        }),
        { numRuns: 5 },
      )
    },
  )
})

describe('the fields of tier and release', () => {
  const fieldsAt = async (edition: Edition): Promise<ReadonlyArray<string>> => {
    const read = await openSettings(edition).read()
    return E.isRight(read) ? Object.keys(JSON.parse(settingsPresenter(edition, HOST)(read.right))) : []
  }

  it.each([
    ['free', '14.0'],
    ['free', '15.3'],
    ['premium', '15.1'],
    ['ultimate', '14.9'],
    ['ultimate', '15.3'],
    ['ultimate', '16.0'],
  ] as const)('on %s at %s no field is answered twice and each setting taken is known', async (tier, release) => {
    const fields = await fieldsAt({ tier, release })
    expect(new Set(fields).size).toBe(fields.length)
    const known = new Set<string>([...SETTING_NAMES, ...parameterNames(release), 'id', 'created_at', 'updated_at'])
    for (const field of fields) expect(known.has(field), field).toBe(true)
  })

  it('leaves paid settings out of the free tier', async () => {
    const free = await fieldsAt({ tier: 'free', release: '15.3' })
    const premium = await fieldsAt({ tier: 'premium', release: '15.3' })
    const ultimate = await fieldsAt({ tier: 'ultimate', release: '15.3' })
    const paid = [
      'file_template_project_id',
      'geo_node_allowed_ips',
      'geo_status_timeout',
      'delayed_project_deletion',
      'delayed_group_deletion',
      'deletion_adjourned_period',
      'maintenance_mode',
    ]
    for (const name of paid) {
      expect(free).not.toContain(name)
      expect(premium).toContain(name)
    }
    expect(premium).not.toContain('max_personal_access_token_lifetime')
    expect(ultimate).toContain('max_personal_access_token_lifetime')
  })
})
