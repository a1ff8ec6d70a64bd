import type { Attribute } from './attribute.js'
import { anyText, count, flag, inRecord, loose, oneLine, text, texts, ultimate } from './builders.js'

interface Family<Name extends string> {
  readonly name: Name
  readonly of: string
  readonly period: number
  readonly requests: number
  readonly who: string
}

type FamilySettings<Name extends string> = {
  readonly [K in `throttle_${Name}_enabled`]: Attribute<boolean>
} & { readonly [K in `throttle_${Name}_${'period_in_seconds' | 'requests_per_period'}`]: Attribute<number> }

const family = <const Name extends string>({ name, of, period, requests, who }: Family<Name>): FamilySettings<Name> => {
  const period_name = `throttle_${name}_period_in_seconds`
  const requests_name = `throttle_${name}_requests_per_period`
  return {
    [`throttle_${name}_enabled`]: flag(`Limits ${of}.`, loose, inRecord(period_name, requests_name)),
    [period_name]: count(period, `The period for ${of}.`, loose, { above: 0, filled: true, unit: 'seconds' }),
    [requests_name]: count(requests, `How many ${of} fit into a period.`, loose, {
      above: 0,
      filled: true,
      unit: `requests per period and ${who}`,
    }),
  } as unknown as FamilySettings<Name>
}

/** The six throttles in front of everything. */
export const throttles = {
  ...family({
    name: 'authenticated_api',
    of: 'API requests of known users',
    period: 3600,
    requests: 7200,
    who: 'user',
  }),
  ...family({
    name: 'authenticated_packages_api',
    of: 'package requests of known users',
    period: 15,
    requests: 1000,
    who: 'user',
  }),
  ...family({
    name: 'authenticated_web',
    of: 'other requests of known users',
    period: 3600,
    requests: 7200,
    who: 'user',
  }),
  ...family({
    name: 'unauthenticated_api',
    of: 'anonymous API requests',
    period: 3600,
    requests: 3600,
    who: 'address',
  }),
  ...family({
    name: 'unauthenticated_packages_api',
    of: 'anonymous package requests',
    period: 15,
    requests: 800,
    who: 'address',
  }),
  ...family({
    name: 'unauthenticated_web',
    of: 'other anonymous requests',
    period: 3600,
    requests: 3600,
    who: 'address',
  }),
  rate_limiting_response_text: text('The plain text of a throttled answer; blank says "Retry later".', loose, anyText, {
    maxLength: 255,
  }),
}

/** Limits on single actions. */
export const rateLimits = {
  issues_create_limit: count(0, 'Issues a user may open in a minute; 0 has no limit.', {
    min: 0,
    unit: 'requests per minute and user',
  }),
  pipeline_limit_per_project_user_sha: count(
    0,
    'Pipelines a user may start for one commit in a minute; 0 has no limit.',
    loose,
    {
      min: 0,
      unit: 'requests per minute, project, user and commit',
    },
  ),
  raw_blob_request_limit: count(300, 'Requests for one raw file in a minute; 0 has no limit.', {
    min: 0,
    unit: 'requests per minute and raw path',
  }),
  search_rate_limit: count(30, 'Searches of a user in a minute; 0 has no limit.', loose, {
    min: 0,
    unit: 'requests per minute and user',
  }),
  search_rate_limit_unauthenticated: count(10, 'Searches of an anonymous address in a minute; 0 has no limit.', loose, {
    min: 0,
    unit: 'requests per minute and address',
  }),
  max_number_of_repository_downloads: count(
    0,
    'Repositories a user may fetch before being banned; 0 has no limit.',
    ultimate,
    loose,
    {
      min: 0,
      max: 10000,
      unit: 'repositories',
    },
  ),
  max_number_of_repository_downloads_within_time_period: count(
    0,
    'The period in which those fetches are counted.',
    ultimate,
    loose,
    {
      min: 0,
      max: 864000,
      unit: 'seconds',
    },
  ),
  git_rate_limit_users_allowlist: texts([], 'User names that those fetch limits leave alone.', ultimate, oneLine, {
    maxItems: 100,
  }),
}
