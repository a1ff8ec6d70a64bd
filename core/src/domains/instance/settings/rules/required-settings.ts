import type { SettingName } from '../catalogue/index.js'
import { THROTTLE_FAMILIES } from '../catalogue/throttle-families.js'

/** Settings that another one requires to be enabled. */
export interface RequiredSettings {
  readonly names: ReadonlyArray<SettingName>
  /** `request`: in the same request, checked with the parameters. `stored`: in the resulting settings, checked with the values. */
  readonly check: 'request' | 'stored'
}

const inRecord = (...names: ReadonlyArray<SettingName>): RequiredSettings => ({ names, check: 'stored' })
const inRequest = (...names: ReadonlyArray<SettingName>): RequiredSettings => ({ names, check: 'request' })

/** What each flag requires, and the certificate its key. The order is that of the errors. */
export const REQUIRED_SETTINGS: ReadonlyMap<SettingName, RequiredSettings> = new Map<SettingName, RequiredSettings>([
  ['domain_denylist_enabled', inRecord('domain_denylist')],
  ['enforce_terms', inRecord('terms')],
  ['unique_ips_limit_enabled', inRecord('unique_ips_limit_per_user', 'unique_ips_limit_time_window')],
  [
    'external_authorization_service_enabled',
    inRecord(
      'external_authorization_service_default_label',
      'external_authorization_service_timeout',
      'external_authorization_service_url',
    ),
  ],
  ['external_auth_client_cert', inRecord('external_auth_client_key')],
  ...THROTTLE_FAMILIES.map(
    (family) =>
      [
        `throttle_${family}_enabled`,
        inRecord(`throttle_${family}_period_in_seconds`, `throttle_${family}_requests_per_period`),
      ] as const,
  ),
  ['asset_proxy_enabled', inRecord('asset_proxy_url')],
  ['require_two_factor_authentication', inRequest('two_factor_grace_period')],
  ['captcha_enabled', inRequest('captcha_site_key', 'captcha_private_key')],
  ['spamfilter_enabled', inRequest('spamfilter_api_key')],
  [
    'housekeeping_enabled',
    inRequest('housekeeping_full_repack_period', 'housekeeping_gc_period', 'housekeeping_incremental_repack_period'),
  ],
  ['shared_runners_enabled', inRequest('shared_runners_text', 'shared_runners_minutes')],
  ['diagrams_enabled', inRequest('diagrams_url')],
  ['codenav_enabled', inRequest('codenav_url')],
  ['chat_app_enabled', inRequest('chat_app_id', 'chat_app_secret', 'chat_app_verification_token')],
  ['tracker_enabled', inRequest('tracker_collector_hostname')],
])

/** What this setting requires; undefined where that is nothing. */
export const settingsRequiredBy = (name: string): RequiredSettings | undefined =>
  REQUIRED_SETTINGS.get(name as SettingName)
