import {
  type Attribute,
  CATALOGUE,
  readRequest,
  SETTING_NAMES,
  type SettingName,
  validateSetting,
} from '@forgefold/core/domains/instance/settings'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const EDITION = { tier: 'ultimate', release: '15.3' } as const

const read = (
  raw: Readonly<Record<string, unknown>>,
  edition: { tier: 'free' | 'ultimate'; release: string } = EDITION,
) => readRequest(raw, edition, 'forge.test')

const value = (name: SettingName, raw: unknown): unknown => {
  const request = read({ [name]: raw })
  return E.isRight(request) ? request.right.values.get(name) : request.left
}

const refused = (error: string) => E.left({ kind: 'BadParameters', error })

describe('flags', () => {
  it.each([
    [true, [true, 'true', 'True', 'TRUE', 't', 'T', '1', 1, 'y', 'yes', 'on', 'ON']],
    [false, [false, 'false', 'FALSE', 'f', '0', 0, 'n', 'no', 'off']],
    [null, ['', null]],
  ])('%j in all its spellings', (expected, spellings) => {
    for (const spelling of spellings) expect(value('signup_enabled', spelling), String(spelling)).toBe(expected)
  })
  it.each(['perhaps', 2, {}, []])('refuses %j', (raw) => {
    expect(read({ signup_enabled: raw })).toEqual(refused('signup_enabled is invalid'))
  })
  it('reads a loose one in the same spellings, and finds any other word with the record', () => {
    expect(['0', 'f', 'false', 'OFF', 'no', ''].map((raw) => value('keep_latest_artifact', raw))).toEqual([
      false,
      false,
      false,
      false,
      false,
      null,
    ])
    expect(['1', 'yes', 'On'].map((raw) => value('keep_latest_artifact', raw))).toEqual([true, true, true])
    expect(read({ keep_latest_artifact: 'anything' })).toMatchObject(
      E.right({ findings: { keep_latest_artifact: ['must be a boolean value'] } }),
    )
  })
})

describe('numbers', () => {
  it('are taken as text', () => {
    expect(value('max_artifacts_size', ' 12 ')).toBe(12)
    expect(value('max_artifacts_size', '+12')).toBe(12)
  })
  it.each(['12.5', 'abc', '1e3', {}, true, Number.MAX_SAFE_INTEGER + 1])('refuses %j', (raw) => {
    expect(read({ max_artifacts_size: raw })).toEqual(refused('max_artifacts_size is invalid'))
  })
  it('finds a wrong loose one with the record', () => {
    expect(read({ search_rate_limit: 'abc' })).toMatchObject(
      E.right({ findings: { search_rate_limit: ['is not a number'] } }),
    )
  })
})

describe('lists', () => {
  it('come as array, as text with commas, or mixed', () => {
    expect(value('domain_denylist', ['a.example', 'b.example, c.example'])).toEqual([
      'a.example',
      'b.example',
      'c.example',
    ])
    expect(value('domain_denylist', ' a.example ,b.example,')).toEqual(['a.example', 'b.example'])
    expect(value('searchengine_project_ids', '1, 2')).toEqual([1, 2])
  })
  it('are emptied by blank text and by null', () => {
    expect(value('domain_denylist', '')).toEqual([])
    expect(value('domain_denylist', null)).toEqual([])
  })
  it('of the asset proxy split at anything and gain the own host', () => {
    expect(value('asset_proxy_allowlist', 'a.example;b.example c.example\nd.example')).toEqual([
      'a.example',
      'b.example',
      'c.example',
      'd.example',
      'forge.test',
    ])
  })
  it.each(['domain_allowlist', 'asset_proxy_allowlist', 'searchengine_project_ids'] as const)(
    '%s is refused where it has very many values',
    (name) => {
      for (const raw of [new Array(20_001).fill('1'), new Array(150_000).fill('1,2').join()])
        expect(read({ [name]: raw })).toEqual(refused(`${name} has too many values (limit is 20000)`))
    },
  )
  it('are refused for one bad word', () => {
    expect(read({ import_sources: ['git', 'bogus'] })).toEqual(refused('import_sources does not have a valid value'))
  })
})

describe('texts', () => {
  it('take numbers and flags of a JSON body', () => expect(value('sign_in_text', 5)).toBe('5'))
  it('stay blank where blank is a text', () => expect(value('sign_in_text', '')).toBe(''))
  it('clear the only protocol by blank, null or nil', () => {
    for (const raw of ['', null, 'nil']) expect(value('enabled_git_access_protocol', raw)).toBe(null)
    expect(value('enabled_git_access_protocol', 'ssh')).toBe('ssh')
  })
})

describe('weights', () => {
  it('come as a hash of numbers or texts', () => {
    expect(value('repository_storages_weighted', { default: '50' })).toEqual({ default: 50 })
  })
  it('come from the old list of names, each at 100', () => {
    const request = read({ repository_storages: 'default' })
    expect(E.isRight(request) && request.right.values.get('repository_storages_weighted')).toEqual({ default: 100 })
  })
})

describe('names', () => {
  it('need at least one that is known', () => {
    const request = read({ unknown: 1 })
    expect(E.isLeft(request) && request.left.kind === 'BadParameters' && request.left.error).toMatch(
      /^admin_mode, signup_enabled, .* are missing, at least one parameter must be provided$/,
    )
  })
  it('ignore unknown ones beside a known one', () => {
    expect(E.isRight(read({ unknown: 1, signup_enabled: true }))).toBe(true)
  })
  it('of another tier are taken and dropped', () => {
    const request = read({ maintenance_mode: 'rubbish' }, { tier: 'free', release: '15.3' })
    expect(request).toMatchObject(E.right({ findings: {} }))
    expect(E.isRight(request) && request.right.values.size).toBe(0)
  })
  it('of another release are unknown', () => {
    expect(E.isLeft(read({ password_number_required: true }, { tier: 'ultimate', release: '15.0' }))).toBe(true)
    expect(E.isRight(read({ password_number_required: true }, { tier: 'ultimate', release: '15.1' }))).toBe(true)
  })
  it('that are always so are taken and dropped', () => {
    const request = read({ hashed_storage_enabled: false, housekeeping_bitmaps_enabled: false })
    expect(E.isRight(request) && request.right.values.size).toBe(0)
  })
})

describe('old and new name together', () => {
  it.each([
    [
      { allow_local_requests_from_hooks_and_services: true, allow_local_requests_from_web_hooks_and_services: false },
      'allow_local_requests_from_web_hooks_and_services',
      true,
    ],
    [
      { admin_notification_email: 'old@x.example', abuse_notification_email: 'new@x.example' },
      'abuse_notification_email',
      'old@x.example',
    ],
    [
      { throttle_unauthenticated_enabled: true, throttle_unauthenticated_web_enabled: false },
      'throttle_unauthenticated_web_enabled',
      false,
    ],
  ] as const)('%j', (raw, name, expected) => {
    const request = read(raw)
    expect(E.isRight(request) && request.right.values.get(name)).toBe(expected)
  })
  it('refuses two spellings of the sign-in flag', () => {
    expect(read({ signin_enabled: true, password_authentication_enabled_for_web: true })).toEqual(
      refused('password_authentication_enabled_for_web, signin_enabled are mutually exclusive'),
    )
  })
  it('takes the one old spelling alone', () => {
    const request = read({ signin_enabled: 'false' })
    expect(E.isRight(request) && request.right.values.get('password_authentication_enabled_for_web')).toBe(false)
  })
  it('knows the limit on look-ups by its old name up to 14.10', () => {
    const old = read({ user_email_lookup_limit: 5 }, { tier: 'ultimate', release: '14.10' })
    expect(E.isRight(old) && old.right.values.get('search_rate_limit')).toBe(5)
    const early = read({ user_email_lookup_limit: 5 }, { tier: 'ultimate', release: '14.0' })
    expect(E.isRight(early) && early.right.values.get('search_rate_limit')).toBe(5)
    expect(E.isLeft(read({ user_email_lookup_limit: 5 }, { tier: 'ultimate', release: '15.0' }))).toBe(true)
  })
})

describe('the performance bar', () => {
  const group = (raw: Readonly<Record<string, unknown>>): unknown => {
    const request = read(raw)
    return E.isRight(request) ? request.right.performanceBarGroup : request.left
  }
  it('is given to a group by its path, and taken away by none', () => {
    expect(group({ performance_bar_allowed_group_path: 'some/group' })).toBe('some/group')
    expect(group({ performance_bar_allowed_group_id: 'old/spelling', performance_bar_allowed_group_path: 'x' })).toBe(
      'old/spelling',
    )
    for (const none of ['', null, 'nil']) expect(group({ performance_bar_allowed_group_path: none })).toBe(null)
  })
  it('is switched off by false and left alone by true', () => {
    expect(group({ performance_bar_enabled: false })).toBe(null)
    expect(group({ performance_bar_enabled: true })).toBe(undefined)
  })
})

const limited = SETTING_NAMES.flatMap((name) => {
  const { shape, maxLength, words }: Attribute = CATALOGUE[name]
  return shape === 'text' && maxLength !== undefined && words === undefined ? [[name, maxLength] as const] : []
})

describe('texts that have a greatest length', () => {
  it.each(limited)('%s is no longer than that where it is blank, either', (name, most) => {
    const sentence = `is too long (maximum is ${most} characters)`
    for (const blank of [' ', '\n', '\u00a0']) {
      expect(validateSetting(name, CATALOGUE[name], blank.repeat(most + 1))).not.toEqual([])
      if (!(CATALOGUE[name] as Attribute).filled) {
        expect(validateSetting(name, CATALOGUE[name], blank.repeat(most + 1))).toEqual([sentence])
        expect(validateSetting(name, CATALOGUE[name], blank.repeat(most))).toEqual([])
      }
    }
  })
})
