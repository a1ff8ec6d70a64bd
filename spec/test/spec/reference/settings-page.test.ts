import { readFile } from 'node:fs/promises'
import { ENFORCED, isSettingName } from '@forgefold/core/domains/instance/settings'
import { settingsPage } from '@forgefold/spec/reference'
import { describe, expect, it } from 'vitest'

describe('the reference page of the settings', () => {
  it('is up to date (npm run reference)', async () => {
    expect(await readFile('docs/reference/settings.md', 'utf8')).toBe(settingsPage())
  })
  it('tells only of settings where they are obeyed', () => {
    for (const name of Object.keys(ENFORCED)) expect(isSettingName(name), name).toBe(true)
  })
})
