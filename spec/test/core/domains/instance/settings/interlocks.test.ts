import type { Tier } from '@forgefold/core/app'
import { openSettings } from '@forgefold/spec/settings'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

type Raw = Readonly<Record<string, unknown>>

/** Sends one request after another and gives what came of the last. */
const after = async (release: string, requests: ReadonlyArray<Raw>, tier: Tier = 'ultimate') => {
  const laboratory = openSettings({ tier, release })
  let last = await laboratory.read()
  for (const request of requests) last = await laboratory.change(request)
  return last
}

const valuesOf = async (release: string, requests: ReadonlyArray<Raw>, tier: Tier = 'ultimate') => {
  const last = await after(release, requests, tier)
  if (E.isLeft(last)) throw new Error(JSON.stringify(last.left))
  return last.right.values
}

const invalid = (fields: Raw) => E.left({ kind: 'Invalid', fields })
const badParameters = (error: string) => E.left({ kind: 'BadParameters', error })

describe('delayed deletion from 15.1 on', () => {
  it('needs the group flag for the project flag', async () => {
    expect(await after('15.1', [{ delayed_group_deletion: false }, { delayed_project_deletion: true }])).toEqual(
      invalid({ delayed_project_deletion: ["can't be enabled when delayed group deletion is disabled"] }),
    )
  })
  it('keeps the group flag while the project flag needs it', async () => {
    expect(await after('15.1', [{ delayed_project_deletion: true }, { delayed_group_deletion: false }])).toEqual(
      invalid({ delayed_project_deletion: ["can't be enabled when delayed group deletion is disabled"] }),
    )
  })
  it('takes both flags together', async () => {
    const values = await valuesOf('15.3', [
      { delayed_group_deletion: false },
      { delayed_group_deletion: true, delayed_project_deletion: true },
    ])
    expect(values.delayed_project_deletion).toBe(true)
  })
  it('turns both flags off by a period of 0, kept as 1', async () => {
    const values = await valuesOf('15.3', [{ delayed_project_deletion: true }, { deletion_adjourned_period: 0 }])
    expect(values).toMatchObject({
      delayed_project_deletion: false,
      delayed_group_deletion: false,
      deletion_adjourned_period: 1,
    })
  })
  it('keeps any other period as it is', async () => {
    expect(await valuesOf('15.3', [{ deletion_adjourned_period: 90 }])).toMatchObject({
      deletion_adjourned_period: 90,
      delayed_group_deletion: true,
    })
  })
  it.each([
    [-1, 'must be greater than 0'],
    [91, 'must be less than or equal to 90'],
  ])('refuses a period of %i', async (period, text) => {
    expect(await after('15.3', [{ deletion_adjourned_period: period }])).toEqual(
      invalid({ deletion_adjourned_period: [text] }),
    )
  })
})

describe('delayed deletion before 15.1', () => {
  it('keeps a period of 0, which deletes at once', async () => {
    expect(await valuesOf('15.0', [{ deletion_adjourned_period: 0 }])).toMatchObject({
      deletion_adjourned_period: 0,
      delayed_group_deletion: true,
    })
  })
  it('has flags that do not know of each other', async () => {
    const values = await valuesOf('15.0', [{ delayed_group_deletion: false, delayed_project_deletion: true }])
    expect(values).toMatchObject({ delayed_group_deletion: false, delayed_project_deletion: true })
  })
  it('refuses a period below 0', async () => {
    expect(await after('15.0', [{ deletion_adjourned_period: -1 }])).toEqual(
      invalid({ deletion_adjourned_period: ['must be greater than or equal to 0'] }),
    )
  })
})

describe('requires in the same request', () => {
  it.each([
    [{ captcha_enabled: true }, 'captcha_site_key is missing, captcha_private_key is missing'],
    [{ spamfilter_enabled: '1' }, 'spamfilter_api_key is missing'],
    [{ diagrams_enabled: true }, 'diagrams_url is missing'],
    [{ codenav_enabled: true }, 'codenav_url is missing'],
    [{ tracker_enabled: true }, 'tracker_collector_hostname is missing'],
    [{ require_two_factor_authentication: true }, 'two_factor_grace_period is missing'],
    [{ shared_runners_enabled: true }, 'shared_runners_text is missing, shared_runners_minutes is missing'],
    [
      { chat_app_enabled: true, chat_app_id: 'x' },
      'chat_app_secret is missing, chat_app_verification_token is missing',
    ],
    [
      { housekeeping_enabled: true, housekeeping_gc_period: 100 },
      'housekeeping_full_repack_period is missing, housekeeping_incremental_repack_period is missing',
    ],
  ])('%j lacks some', async (request, error) => {
    expect(await after('15.3', [request])).toEqual(badParameters(error))
  })
  it('asks for the minutes of shared runners only where their tier is', async () => {
    expect(await after('15.3', [{ shared_runners_enabled: true }], 'free')).toEqual(
      badParameters('shared_runners_text is missing'),
    )
    const values = await valuesOf('15.3', [{ shared_runners_enabled: true, shared_runners_text: '' }], 'free')
    expect(values.shared_runners_enabled).toBe(true)
  })
  it('does not look at what is stored already', async () => {
    expect(await after('15.3', [{ diagrams_url: 'http://x.example' }, { diagrams_enabled: true }])).toEqual(
      badParameters('diagrams_url is missing'),
    )
  })
  it('refuses a required that is there but blank with the record', async () => {
    expect(await after('15.3', [{ diagrams_enabled: true, diagrams_url: '' }])).toEqual(
      invalid({ diagrams_url: ["can't be blank"] }),
    )
  })
  it('asks for nothing where the flag is switched off', async () => {
    expect(
      (await valuesOf('15.3', [{ captcha_enabled: false, housekeeping_enabled: false }])).housekeeping_enabled,
    ).toBe(false)
  })
})

describe('requires in the record', () => {
  it.each([
    [{ asset_proxy_enabled: true }, { asset_proxy_url: ["can't be blank"] }],
    [
      { domain_denylist_enabled: true },
      { domain_denylist: ['Domain denylist cannot be empty if denylist is enabled.'] },
    ],
    [{ enforce_terms: true }, { base: ['You need to set terms to be enforced'] }],
    [{ external_auth_client_cert: 'PEM' }, { external_auth_client_key: ["can't be blank"] }],
    [
      { external_authorization_service_enabled: true },
      {
        external_authorization_service_default_label: ["can't be blank"],
        external_authorization_service_url: ["can't be blank"],
      },
    ],
  ])('%j lacks some', async (request, fields) => {
    expect(await after('15.3', [request])).toEqual(invalid(fields))
  })
  it('is content with what was stored before', async () => {
    expect((await valuesOf('15.3', [{ terms: 'Be kind.' }, { enforce_terms: true }])).enforce_terms).toBe(true)
    expect(
      (await valuesOf('15.3', [{ throttle_authenticated_api_enabled: true }])).throttle_authenticated_api_enabled,
    ).toBe(true)
    expect((await valuesOf('15.3', [{ unique_ips_limit_enabled: true }])).unique_ips_limit_enabled).toBe(true)
  })
  it('leaves the terms alone where they arrive blank', async () => {
    expect((await valuesOf('15.3', [{ terms: 'Be kind.' }, { terms: '' }])).terms).toBe('Be kind.')
  })
  it('takes the key with its certificate', async () => {
    const values = await valuesOf('15.3', [{ external_auth_client_cert: 'PEM', external_auth_client_key: 'KEY' }])
    expect(values.external_auth_client_key).toBe('KEY')
  })
})

describe('flags of services against bots and spam', () => {
  it.each<Readonly<Record<string, unknown>>>([
    { captcha_enabled: true, captcha_site_key: 'site', captcha_private_key: 'private' },
    { spamfilter_enabled: true, spamfilter_api_key: 'key' },
    { spam_check_endpoint_enabled: true, spam_check_endpoint_url: 'grpc://spam.example', spam_check_api_key: 'key' },
  ])('%j is stored', async (request) => {
    expect(await valuesOf('15.3', [request])).toMatchObject(request)
  })
})

describe('numbers that depend on each other', () => {
  it.each([
    [
      { storage_timeout_fast: 56 },
      {
        storage_timeout_fast: ['must be less than or equal to 55'],
        storage_timeout_medium: ['must be greater than or equal to 56'],
      },
    ],
    [{ storage_timeout_medium: 5 }, { storage_timeout_medium: ['must be greater than or equal to 10'] }],
    [
      { housekeeping_full_repack_period: 5 },
      { housekeeping_full_repack_period: ['must be greater than or equal to 10'] },
    ],
    [{ housekeeping_gc_period: 20 }, { housekeeping_gc_period: ['must be greater than or equal to 50'] }],
    [
      { inactive_projects_send_warning_email_after_months: 2 },
      { inactive_projects_send_warning_email_after_months: ['must be less than 2'] },
    ],
    [{ mirror_max_capacity: 50 }, { mirror_capacity_threshold: ['must be less than 50'] }],
    [
      { archive_builds_in_human_readable: '3 hours' },
      { archive_builds_in_seconds: ['must be greater than or equal to 86400'] },
    ],
    [
      {
        rsa_key_restriction: -1,
        dsa_key_restriction: -1,
        ecdsa_key_restriction: -1,
        ecdsa_sk_key_restriction: -1,
        ed25519_key_restriction: -1,
        ed25519_sk_key_restriction: -1,
      },
      { allowed_key_types: ["can't be blank"] },
    ],
    [
      { searchengine_indexing: true, searchengine_url: '' },
      { searchengine_url: ["can't be blank when indexing is enabled"] },
    ],
    [
      { cluster_integration_enabled: true, cluster_account_id: '12', cluster_access_key_id: 'short' },
      { cluster_account_id: ['is invalid'], cluster_access_key_id: ['is too short (minimum is 16 characters)'] },
    ],
  ])('%j', async (request, fields) => {
    expect(await after('15.3', [request])).toEqual(invalid(fields))
  })
  it('tells everything that is wrong at once, each under its own name', async () => {
    expect(
      await after('15.3', [
        { search_rate_limit: -1, max_artifacts_size: 0, enforce_terms: true, signup_enabled: false },
      ]),
    ).toEqual(
      invalid({
        search_rate_limit: ['must be greater than or equal to 0'],
        max_artifacts_size: ['must be greater than 0'],
        base: ['You need to set terms to be enforced'],
      }),
    )
  })
})

describe('lists of what to index', () => {
  it('count only while indexing is limited', async () => {
    expect((await valuesOf('15.3', [{ searchengine_namespace_ids: '1, 2' }])).searchengine_namespace_ids).toEqual([])
    const limited = { searchengine_limit_indexing: true, searchengine_namespace_ids: '1, 2' }
    expect((await valuesOf('15.3', [limited])).searchengine_namespace_ids).toEqual([1, 2])
  })
})
