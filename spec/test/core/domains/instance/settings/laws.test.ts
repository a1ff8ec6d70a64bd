import {
  type SettingName,
  type SettingsCommand,
  type SettingsEvent,
  type StoredValue,
  settings,
} from '@forgefold/core/domains/instance/settings'
import type { Instant } from '@forgefold/core/kernel'
import { changeableSettings, validValue } from '@forgefold/spec/settings'
import { aggregateCases } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { runCases } from '../../../../run-cases.js'

const at = fc.constantFrom('2022-04-11T03:02:32.123Z', '2022-04-12T03:02:32.123Z').map((text) => text as Instant)

const plain = fc.constantFrom(...changeableSettings).chain((name) =>
  fc.tuple(
    fc.constant(name),
    validValue(name).map((value) => ({ value }) as StoredValue),
  ),
)
const sealed = fc.tuple(
  fc.constantFrom<SettingName>('spamfilter_api_key', 'captcha_private_key', 'asset_proxy_secret_key'),
  fc.constantFrom('a', 'b').map((digest): StoredValue => ({ sealed: `sealed ${digest}`, digest })),
)
const values = fc.array(fc.oneof({ weight: 4, arbitrary: plain }, sealed), { maxLength: 5 })
const edition = fc.record({
  tier: fc.constantFrom('free' as const, 'ultimate' as const),
  release: fc.constantFrom('14.0', '15.0', '15.1', '15.3', '16.0'),
})

runCases(
  'settings',
  aggregateCases<SettingsCommand, SettingsEvent, typeof settings.initial>({
    aggregate: settings,
    commands: fc.oneof(
      at.map((moment): SettingsCommand => ({ type: 'Establish', at: moment })),
      fc.tuple(at, edition, values).map(
        ([moment, of, entries]): SettingsCommand => ({
          type: 'Change',
          at: moment,
          edition: of,
          values: new Map(entries),
          findings: {},
        }),
      ),
    ),
    named: { StoredValue: fc.oneof(plain, sealed).map(([, value]) => value) },
  }),
)
