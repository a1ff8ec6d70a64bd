import { readDay } from '@forgefold/core/kernel'
import { isRelease } from '@forgefold/core/releases'
import type { ForgefoldOptions } from '../composition/forgefold-options.js'
import { type TrustedProxies, trustedProxies } from '../http/index.js'
import { type Flag, type Flags, refuseWithoutEffect, UsageError } from './flags.js'
import { countOf, durationOf } from './instance-flags.js'

/** Limits and caches that an operator sets, besides the settings of the instance. */
export const LIMIT_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'settings-cache',
    value: 'SECONDS',
    fallback: '60',
    summary: "how long another process's change of the settings may go unseen",
  },
  {
    name: 'revocation-lag',
    value: 'MILLISECONDS',
    fallback: '1000',
    summary: "how long another server's revocation may go unseen at the most; 0: the store is asked at each request",
  },
  {
    name: 'lease-term',
    value: 'SECONDS',
    fallback: '30',
    summary: 'how long a failed server keeps the lease for background work',
  },
  {
    name: 'sign-in-limit',
    value: 'COUNT',
    fallback: '0',
    summary: 'posts of one address in a minute to pages that check passwords; 0: no limit',
  },
  {
    name: 'wrong-token-limit',
    value: 'COUNT',
    fallback: '300',
    summary: 'different wrong tokens of one address in a minute; more are answered 429; 0: no limit',
  },
  {
    name: 'max-requests',
    value: 'COUNT',
    fallback: '1000',
    summary: 'concurrent requests; more are answered 503; 0: no limit',
  },
  {
    name: 'trust-proxy',
    value: 'NETWORKS',
    fallback: undefined,
    summary:
      'proxies whose X-Forwarded-For, -Host and -Proto count (10.0.0.0/8,::1); makes node the default of --transport',
  },
  { name: 'trusted-proxies', value: 'NETWORKS', fallback: undefined, summary: 'the older name of --trust-proxy' },
  {
    name: 'sunset',
    value: 'RELEASE=DAY',
    fallback: undefined,
    summary:
      'the date on which you move to a release (16.0=2023-05-22), for Sunset headers; several separated by commas',
  },
]

const sunsetsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').map((part) => {
      const [release = '', text = ''] = part.split('=').map((side) => side.trim())
      const day = readDay(text)
      if (!isRelease(release) || day === undefined)
        throw new UsageError(`--sunset takes RELEASE=YYYY-MM-DD; got ${part}`)
      return [release, day]
    }),
  )

const proxiesOf = (flags: Flags, text: string): TrustedProxies => {
  const name = flags.text('trust-proxy') === undefined ? 'trusted-proxies' : 'trust-proxy'
  const proxies = trustedProxies(text.split(',').map((network) => network.trim()))
  if (proxies === undefined) throw new UsageError(`--${name} takes addresses and networks; got ${text}`)
  return proxies
}

/** The networks of trusted proxies; undefined where there are none. */
export const proxiesIn = (flags: Flags): string | undefined =>
  flags.text('trust-proxy') ?? flags.text('trusted-proxies')

/** Throws `UsageError` where a flag has no effect, because it is for several servers and this one is alone. */
const refuseAlone = (flags: Flags): void => {
  if (flags.text('local') !== undefined) return
  refuseWithoutEffect(flags, ['lease-term', 'revocation-lag'], 'without --local, which is for several servers')
}

/** Throws `UsageError`. */
export const limitsOf = (
  flags: Flags,
): Pick<
  ForgefoldOptions,
  | 'settingsCache'
  | 'revocationLag'
  | 'leaseTerm'
  | 'maxRequests'
  | 'wrongTokens'
  | 'protectedPaths'
  | 'sunsets'
  | 'trustedProxies'
> => {
  refuseAlone(flags)
  if (flags.text('trust-proxy') !== undefined)
    refuseWithoutEffect(flags, ['trusted-proxies'], 'with --trust-proxy, its newer name')
  const requests = countOf(flags, 'sign-in-limit')
  const sunset = flags.text('sunset')
  const proxies = proxiesIn(flags)
  return {
    settingsCache: countOf(flags, 'settings-cache'),
    revocationLag: durationOf(flags, 'revocation-lag', 1),
    leaseTerm: durationOf(flags, 'lease-term', 1000, 1),
    maxRequests: countOf(flags, 'max-requests'),
    wrongTokens: countOf(flags, 'wrong-token-limit'),
    ...(requests === 0 ? {} : { protectedPaths: { requests, seconds: 60 } }),
    ...(proxies === undefined ? {} : { trustedProxies: proxiesOf(flags, proxies) }),
    ...(sunset === undefined ? {} : { sunsets: sunsetsOf(sunset) }),
  }
}
