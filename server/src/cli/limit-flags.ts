import { isRelease } from '@forgefold/core/releases'
import type { ForgefoldOptions } from '../forgefold.js'
import { type Flag, type Flags, UsageError } from './flags.js'

/** What an operator may set about limits and caches, beside the settings of the instance. */
export const LIMIT_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'settings-cache',
    value: 'SECONDS',
    fallback: '60',
    summary: "how long another process's change of the settings may go unseen",
  },
  {
    name: 'sign-in-limit',
    value: 'COUNT',
    fallback: '0',
    summary: 'posts of one address in a minute where passwords are tried; 0: no limit',
  },
  {
    name: 'sunset',
    value: 'RELEASE=DAY',
    fallback: undefined,
    summary: 'when you move to a release (16.0=2023-05-22), for Sunset headers; several with commas',
  },
]

const countOf = (flags: Flags, name: string): number => {
  const count = Number(flags.text(name) ?? 0)
  if (!Number.isInteger(count) || count < 0) throw new UsageError(`--${name} takes a whole number from 0 on`)
  return count
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

const sunsetsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').map((part) => {
      const [release = '', day = ''] = part.split('=').map((side) => side.trim())
      if (!isRelease(release) || !isDay(day)) throw new UsageError(`--sunset takes RELEASE=YYYY-MM-DD; got ${part}`)
      return [release, day]
    }),
  )

/** Throws `UsageError`. */
export const limitsOf = (flags: Flags): Pick<ForgefoldOptions, 'settingsCache' | 'protectedPaths' | 'sunsets'> => {
  const requests = countOf(flags, 'sign-in-limit')
  const sunset = flags.text('sunset')
  return {
    settingsCache: countOf(flags, 'settings-cache'),
    ...(requests === 0 ? {} : { protectedPaths: { requests, seconds: 60 } }),
    ...(sunset === undefined ? {} : { sunsets: sunsetsOf(sunset) }),
  }
}
