import type { Attribute } from './attribute.js'
import { anyText, coerced, count, flag, text } from './builders.js'

interface Family<Name extends string> {
  readonly name: Name
  readonly of: string
  readonly who: string
}

type FamilySettings<Name extends string> = {
  readonly [K in `throttle_${Name}_enabled`]: Attribute<boolean>
} & { readonly [K in `throttle_${Name}_${'period_in_seconds' | 'requests_per_period'}`]: Attribute<number> }

const family = <const Name extends string>({ name, of, who }: Family<Name>): FamilySettings<Name> =>
  ({
    [`throttle_${name}_enabled`]: flag(`Limits ${of}.`, coerced),
    [`throttle_${name}_period_in_seconds`]: count(`The period for ${of}.`, coerced, {
      above: 0,
      filled: true,
      unit: 'seconds',
    }),
    [`throttle_${name}_requests_per_period`]: count(`How many ${of} fit into a period.`, coerced, {
      above: 0,
      filled: true,
      unit: `requests per period and ${who}`,
    }),
  }) as unknown as FamilySettings<Name>

/** The six general throttles. */
export const throttles = {
  ...family({
    name: 'authenticated_api',
    of: 'API requests of known users',
    who: 'user',
  }),
  ...family({
    name: 'authenticated_packages_api',
    of: 'package requests of known users',
    who: 'user',
  }),
  ...family({
    name: 'authenticated_web',
    of: 'other requests of known users',
    who: 'user',
  }),
  ...family({
    name: 'unauthenticated_api',
    of: 'anonymous API requests',
    who: 'address',
  }),
  ...family({
    name: 'unauthenticated_packages_api',
    of: 'anonymous package requests',
    who: 'address',
  }),
  ...family({
    name: 'unauthenticated_web',
    of: 'other anonymous requests',
    who: 'address',
  }),
  rate_limiting_response_text: text(
    'The plain text of a throttled answer; blank says "Retry later".',
    coerced,
    anyText,
    {
      maxLength: 255,
    },
  ),
}
