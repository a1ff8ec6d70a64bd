import { type Instant, readInstant } from '@forgefold/core/kernel'
import type { HistoryQuery } from '../../audit/auditor-questions.js'
import { type Flag, type Flags, UsageError } from '../flags.js'

/** The filters of a search, and the moments and fields of questions. */
export const SEARCH_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'thing',
    value: 'THING',
    fallback: undefined,
    summary: 'search, export: events that concern this thing, such as group/app!12',
  },
  {
    name: 'actor',
    value: 'ACTOR',
    fallback: undefined,
    summary: 'search, export: by this actor, such as user:7 or system',
  },
  {
    name: 'kind',
    value: 'KIND',
    fallback: undefined,
    summary: 'search, export: of things of this kind, such as deployment',
  },
  { name: 'address', value: 'ADDRESS', fallback: undefined, summary: 'search, export: of requests from this address' },
  { name: 'token', value: 'ID', fallback: undefined, summary: 'search, export: with this token, by its number' },
  { name: 'request', value: 'ID', fallback: undefined, summary: 'search, export: of this request' },
  { name: 'after', value: 'POSITION', fallback: undefined, summary: 'continue with the events after this position' },
  { name: 'limit', value: 'COUNT', fallback: undefined, summary: 'timeline, search: at most this many' },
  { name: 'newest-first', value: undefined, fallback: undefined, summary: 'timeline, search: newest first' },
  { name: 'at', value: 'MOMENT', fallback: undefined, summary: 'show: a point in time or a position; default now' },
  {
    name: 'from',
    value: 'MOMENT',
    fallback: undefined,
    summary: 'diff, what-if: the older moment; default the beginning',
  },
  { name: 'to', value: 'MOMENT', fallback: undefined, summary: 'diff, what-if: the newer moment; default now' },
  { name: 'field', value: 'FIELD', fallback: undefined, summary: 'blame: only this field, such as author.username' },
]

/** The flags that narrow which events are meant. */
export const QUERY = ['thing', 'actor', 'kind', 'type', 'address', 'token', 'request', 'since', 'until', 'after']

/** An instant. Throws `UsageError`. */
export const instantFlag = (flags: Flags, name: string): Instant | undefined => {
  const text = flags.text(name)
  const moment = text === undefined ? undefined : readInstant(text)
  if (text !== undefined && moment === undefined)
    throw new UsageError(`--${name} takes a moment such as 2024-03-01T09:00:00Z; got ${text}`)
  return moment
}

/** A whole number. Throws `UsageError`. */
export const numberFlag = (flags: Flags, name: string): number | undefined => {
  const text = flags.text(name)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} takes a whole number; got ${text}`)
  return Number(text)
}

/** The search criteria of the flags. Throws `UsageError`. */
export const queryOf = (flags: Flags): Omit<HistoryQuery, 'limit'> => ({
  thing: flags.text('thing'),
  actor: flags.text('actor'),
  kind: flags.text('kind'),
  type: flags.text('type'),
  address: flags.text('address'),
  token: flags.text('token'),
  requestId: flags.text('request'),
  since: instantFlag(flags, 'since'),
  until: instantFlag(flags, 'until'),
  after: numberFlag(flags, 'after'),
  newestFirst: flags.isOn('newest-first'),
})
