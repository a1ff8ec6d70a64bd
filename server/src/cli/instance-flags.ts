import { resolve } from 'node:path'
import type { Instance, Tier } from '@forgefold/core/app'
import { DEFAULT_RELEASE, parseRelease, RELEASES } from '@forgefold/core/releases'
import type { CompositionOptions } from '../composition/composition-options.js'
import { type Flag, type Flags, refuseWithoutEffect, UsageError, wordOf } from './flags.js'

const TIERS = ['free', 'premium', 'ultimate'] as const

/** The location of an instance's data. */
export const LOCATION_FLAGS: ReadonlyArray<Flag> = [
  { name: 'data', value: 'FOLDER', fallback: './data', summary: 'where everything is kept' },
  {
    name: 'event-store',
    value: 'STORE',
    fallback: 'sqlite',
    summary: 'sqlite, memory (everything is lost at the end of the process), or esdb://…',
  },
]

/** The data of a single server, where several share the rest. */
export const LOCAL_FLAG: Flag = {
  name: 'local',
  value: 'FOLDER',
  fallback: undefined,
  summary: "this server's own folder, where several servers share the data folder and the event store; one each",
}

/** The public registries for missing packages. */
export const REGISTRY_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'npm-registry',
    value: 'URL',
    fallback: undefined,
    summary: 'the public npm registry to which clients are redirected for missing packages; default: none',
  },
  {
    name: 'pypi-index',
    value: 'URL',
    fallback: undefined,
    summary: 'the same for Python: the simple index of the public registry',
  },
]

/** The registries of the flags. Throws `UsageError`. */
export const registriesOf = (flags: Flags): NonNullable<Instance['publicRegistries']> => {
  const registry = (name: string): string | undefined => {
    const url = flags.text(name)
    if (url !== undefined && !(/^https?:\/\//.test(url) && URL.canParse(url)))
      throw new UsageError(`--${name} takes http://… or https://…`)
    return url?.replace(/\/$/, '')
  }
  return { npm: registry('npm-registry'), pypi: registry('pypi-index') }
}

/** Flags for sending mails. */
export const MAIL_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'smtp',
    value: 'URL',
    fallback: undefined,
    summary: 'the mail server, smtp://user:password@host:587 or smtps://…; without one, mails are files in DATA/outbox',
  },
  {
    name: 'mail-from',
    value: 'ADDRESS',
    fallback: undefined,
    summary: 'the sender of mails; default noreply at the host',
  },
]

/** An address, or a name with the address in angle brackets. */
const MAILBOX = /^(?:[^\s@<>]+@[^\s@<>]+|[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>)$/

/** The mail configuration of the flags. Throws `UsageError`. */
export const mailOfFlags = (flags: Flags): NonNullable<CompositionOptions['mail']> => {
  const smtp = flags.text('smtp')
  if (smtp !== undefined && !(/^smtps?:\/\//.test(smtp) && URL.canParse(smtp)))
    throw new UsageError('--smtp takes smtp://host:port or smtps://host:port')
  const from = flags.text('mail-from')
  if (from !== undefined && !MAILBOX.test(from))
    throw new UsageError(`--mail-from takes an address such as forge@example.com; got ${from}`)
  return { smtp, from }
}

/** How long a start waits. */
export const EVENT_STORE_TIMEOUT_FLAG: Flag = {
  name: 'event-store-patience',
  value: 'SECONDS',
  fallback: '60',
  summary: 'how long to wait for an event store that does not answer (yet)',
}

/** How long a request waits. */
export const DEADLINE_FLAG: Flag = {
  name: 'event-store-deadline',
  value: 'SECONDS',
  fallback: '15',
  summary: 'how long one request may wait for the event store in total, before it is answered 503',
}

/** The longest time of a timer, in milliseconds (24.8 days); a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1

/** A whole number of at least `least`. Throws `UsageError`. */
export const countOf = (flags: Flags, name: string, least = 0, most = Number.MAX_SAFE_INTEGER): number => {
  const text = flags.text(name) ?? String(least)
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= least && count <= most) return count
  const upTo = most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`
  throw new UsageError(`--${name} takes a whole number from ${least} ${upTo}; got ${text}`)
}

/** A duration whose flag counts this many milliseconds, in milliseconds. Throws `UsageError`. */
export const durationOf = (flags: Flags, name: string, unit: number, least = 0): number =>
  countOf(flags, name, least, Math.floor(LONGEST_MS / unit)) * unit

/** The API release and tier of an instance. */
export const EDITION_FLAGS: ReadonlyArray<Flag> = [
  { name: 'tier', value: 'TIER', fallback: 'ultimate', summary: TIERS.join(', ') },
  {
    name: 'api-release',
    value: 'RELEASE',
    fallback: DEFAULT_RELEASE,
    summary: `${RELEASES[0]} to ${RELEASES[RELEASES.length - 1]}`,
  },
]

/** The location of the flags' instance; no folder for one in memory, where flags for folders have no effect. Throws `UsageError`. */
export const placeOf = (flags: Flags): Pick<CompositionOptions, 'eventStore' | 'data' | 'local'> => {
  const store = flags.text('event-store') ?? 'sqlite'
  const data = resolve(flags.text('data') ?? './data')
  const own = flags.text('local')
  const local = own === undefined ? undefined : resolve(own)
  if (store === 'sqlite') return { eventStore: 'sqlite', data, local }
  if (store === 'memory') {
    refuseWithoutEffect(flags, ['data', 'local'], 'with --event-store memory, which keeps nothing')
    return { eventStore: 'memory', data: undefined }
  }
  if (/^esdb(\+discover)?:\/\//.test(store)) return { eventStore: { connectionString: store }, data, local }
  // It may hold a password, so it is not repeated.
  throw new UsageError('--event-store takes sqlite, memory or esdb://…')
}

/** The API release and tier. Throws `UsageError`. */
export const editionFlagsOf = (flags: Flags): { readonly tier: Tier; readonly release: string } => {
  const wanted = flags.text('api-release') ?? DEFAULT_RELEASE
  const release = parseRelease(wanted)
  if (release === undefined)
    throw new UsageError(`--api-release takes ${RELEASES[0]} to ${RELEASES[RELEASES.length - 1]}; got ${wanted}`)
  return { tier: wordOf('tier', flags.text('tier'), TIERS), release }
}
