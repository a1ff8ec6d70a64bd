import {
  ALIASES,
  type Attribute,
  CATALOGUE,
  INITIAL_SETTINGS,
  INSTRUCTIONS,
  isSettingName,
  SETTING_NAMES,
  settingLifespan,
} from '@forgefold/core/domains/instance/settings'
import { releaseItems } from '@forgefold/core/releases'
import { describe, expect, it } from 'vitest'

const attributes = SETTING_NAMES.map((name) => [name, CATALOGUE[name]] as const)

describe('the catalogue of settings', () => {
  it('has every documented attribute: 249 of the tables beside id and the two times, and six of the tail', () => {
    const names = new Set([...SETTING_NAMES, ...Object.keys(ALIASES), ...Object.keys(INSTRUCTIONS)])
    expect(names.size).toBe(249 + 6)
  })

  it.each(attributes)('%s has one sentence', (_, { summary }) => {
    expect(summary).toMatch(/^[A-Z].*[.]$/)
  })

  it.each(attributes)('%s has a rule for its values', (_, attribute) => {
    const { shape, words, numbers, check, min, lowest, above } = attribute as Attribute
    if (shape === 'text' || shape === 'texts') expect(words ?? check).toBeDefined()
    if (['integer', 'number', 'decimal', 'integers'].includes(shape))
      expect(numbers ?? min ?? lowest ?? above).toBeDefined()
  })

  it('leads every old name to a setting', () => {
    for (const { of } of Object.values(ALIASES)) expect(isSettingName(of)).toBe(true)
  })

  it('seals every hidden value, and seals only text', () => {
    for (const [name, { hidden, sealed, shape }] of attributes) {
      if (hidden) expect(sealed, name).toBe(true)
      if (sealed) expect(shape, name).toBe('text')
    }
  })

  it('has a first value for each attribute, in the same order', () => {
    expect(Object.keys(INITIAL_SETTINGS)).toEqual(SETTING_NAMES)
  })

  it('has a first value within its own bounds', () => {
    for (const [name, attribute] of attributes) {
      const { min, max, above, below }: Attribute = attribute
      const initial = INITIAL_SETTINGS[name]
      if (typeof initial !== 'number') continue
      expect(initial, name).toBeGreaterThanOrEqual(min ?? Number.NEGATIVE_INFINITY)
      expect(initial, name).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY)
      expect(initial, name).toBeGreaterThan(above ?? Number.NEGATIVE_INFINITY)
      expect(initial, name).toBeLessThan(below ?? Number.POSITIVE_INFINITY)
    }
  })

  it('is named by every dated setting of the release table', () => {
    const known = (name: string): boolean => isSettingName(name) || name in ALIASES || name in INSTRUCTIONS
    for (const { id, kind } of releaseItems)
      if (kind === 'setting') expect(known(id.slice('settings.'.length)), id).toBe(true)
  })

  it('takes its dates from the release table', () => {
    expect(settingLifespan('password_number_required')).toMatchObject({ since: '15.1' })
    expect(settingLifespan('user_email_lookup_limit')).toMatchObject({ deprecated: '14.9', until: '15.0' })
    expect(settingLifespan('signup_enabled')).toEqual({})
  })
})
