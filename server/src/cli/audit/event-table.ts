import type { HistoryEntry } from '@forgefold/core/audit'
import type { ConsequenceAnswer, EventMention } from '../../audit/audit-answers.js'
import { columns, inline, truncated } from './columns.js'

const WIDEST = 100

const factsOf = (data: unknown): string => {
  if (typeof data !== 'object' || data === null) return inline(data)
  return truncated(
    Object.entries(data)
      .map(([name, value]) => `${name}=${inline(value)}`)
      .join(' '),
    WIDEST,
  )
}

const thingOf = ({ kind, thing }: HistoryEntry): string => (thing === '' ? kind : `${kind}:${thing}`)

const by = ({ actor, token, address }: HistoryEntry): string =>
  [
    actor,
    ...(token === null ? [] : [`(${token.kind} ${token.id})`]),
    ...(address === null ? [] : [`from ${address}`]),
  ].join(' ')

const cells = (entry: HistoryEntry): ReadonlyArray<string> => [
  String(entry.position),
  entry.created_at,
  thingOf(entry),
  entry.type,
  by(entry),
  factsOf(entry.data),
]

const HEADING = ['POSITION', 'TIME', 'THING', 'EVENT', 'BY', 'DATA']

/** Entries, one below the other. */
export const entryLines = (entries: ReadonlyArray<HistoryEntry>): ReadonlyArray<string> =>
  columns([HEADING, ...entries.map(cells)])

const treeCells = ({ event, led_to }: ConsequenceAnswer, indent: string): ReadonlyArray<ReadonlyArray<string>> => [
  [String(event.position), event.created_at, `${indent}${event.type}`, thingOf(event), by(event)],
  ...led_to.flatMap((one) => treeCells(one, `${indent}  `)),
]

/** Causes, the event and its consequences as a tree: an indented line follows from the one above it. */
export const treeLines = (causes: ReadonlyArray<HistoryEntry>, event: ConsequenceAnswer): ReadonlyArray<string> => {
  const above = causes.map((cause, depth) => [
    String(cause.position),
    cause.created_at,
    `${'  '.repeat(depth)}${cause.type}`,
    thingOf(cause),
    by(cause),
  ])
  return columns([
    ['POSITION', 'TIME', 'EVENT', 'THING', 'BY'],
    ...above,
    ...treeCells(event, '  '.repeat(causes.length)),
  ])
}

/** The short form of an event. */
export const mentionText = ({ position, type, actor, created_at }: EventMention): string =>
  `${type} at ${position} by ${actor}, ${created_at}`
