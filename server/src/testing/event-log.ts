import { categoryOf, type Position, type StoredEvent } from '@forgefold/core/kernel'
import { type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { knownNames } from '../composition/index.js'
import { shown } from '../embedding/known-names.js'
import { namesNear } from './setting-names.js'

/** A position in the history, taken before the test acts. */
export type EventMark = Position | undefined

/** The history, for assertions on what happened. */
export interface EventLog {
  /** The position after everything that has happened. */
  readonly mark: () => Promise<EventMark>
  /** The events since the mark, or from the beginning; optionally of one category or type. Rejects where no event is of such a one. */
  readonly since: (
    mark?: EventMark,
    only?: { readonly category?: string; readonly type?: string },
  ) => Promise<ReadonlyArray<StoredEvent>>
}

const PAGE = 1000

/** Throws a sentence with the nearest names, unless the name is known or in use. */
const checkName = (
  what: string,
  name: string | undefined,
  known: Iterable<string>,
  used: ReadonlyArray<string>,
): void => {
  const names = [...known]
  if (name !== undefined && !names.includes(name) && !used.includes(name))
    throw new RangeError(`there is no ${what} ${shown(name)}; the nearest are ${namesNear(name, names).join(', ')}`)
}

const OPTIONS = ['category', 'type']

/** What has happened since a mark, and the mark after it. */
export interface MarkedEvents {
  readonly mark: EventMark
  readonly events: ReadonlyArray<StoredEvent>
}

/** The events since a mark, without those that happen while they are read: these come after the next mark. */
export const markedSince = async (
  log: EventLog,
  ...[since, only]: Parameters<EventLog['since']>
): Promise<MarkedEvents> => {
  const mark = await log.mark()
  const events = await log.since(since, only)
  return { mark, events: events.filter(({ position }) => mark !== undefined && position <= mark) }
}

/** The history of the current store. */
export const eventLog = (store: () => EventStore): EventLog => {
  const read = async (after: EventMark): Promise<ReadonlyArray<StoredEvent>> => {
    const events: Array<StoredEvent> = []
    for (let from = after; ; ) {
      const page = await store().readAll({ limit: PAGE, ...(from === undefined ? {} : { after: from }) })
      if (page.kind !== 'Read') throw new Error(`the history cannot be read: ${page.reason}`)
      events.push(...page.events)
      if (page.end) return events
      from = page.upTo
    }
  }
  const end = async (): Promise<EventMark> => {
    const last = await lastEvent(store())
    return E.isRight(last) ? last.right?.position : undefined
  }
  /** A mark of another history, or of what a reset has discarded, would find nothing. */
  const checkMark = async (mark: Position): Promise<void> => {
    if (!(Number.isSafeInteger(mark) && mark >= 0))
      throw new TypeError(`${shown(mark)} is no mark: events.mark() gives one`)
    const last = (await end()) ?? 0
    if (mark > last)
      throw new RangeError(`the mark is ${mark}; the history ends at ${last}. A mark from before a reset is of no use`)
  }
  return {
    mark: end,
    since: async (mark, only = {}) => {
      if (mark !== undefined) await checkMark(mark)
      for (const name of Object.keys(only)) checkName('option', name, OPTIONS, [])
      const { category, type } = only
      const events = await read(mark)
      const used = (one: (event: StoredEvent) => string) => events.map(one)
      checkName(
        'category',
        category,
        knownNames.kinds,
        used(({ stream }) => categoryOf(stream)),
      )
      checkName(
        'type',
        type,
        knownNames.types,
        used((event) => event.type),
      )
      return events.filter(
        (event) =>
          (category === undefined || categoryOf(event.stream) === category) &&
          (type === undefined || event.type === type),
      )
    },
  }
}

/** `IssueCreated, NumbersTaken (2)`, in the order of their first time. */
const counted = (types: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].map(([type, count]) => (count === 1 ? type : `${type} (${count})`)).join(', ')
}

/** Another number of events happened than was expected. */
export class UnmetExpectation extends Error {}

/** Throws unless exactly this number of events of a type happened since the mark; the message lists the types that did. */
export const expectIn = async (log: EventLog, type: string, times: number, since: EventMark): Promise<void> => {
  if (typeof type !== 'string') throw new TypeError(`the type of the expected events is ${shown(type)}; it is a text`)
  if (!(Number.isSafeInteger(times) && times >= 0))
    throw new RangeError(`times is ${shown(times)}; it is a whole number`)
  const happened = (await log.since(since)).map((event) => event.type)
  checkName('type', type, knownNames.types, happened)
  const found = happened.filter((one) => one === type).length
  if (found !== times)
    throw new UnmetExpectation(
      `${type} happened ${found} times, not ${times}; there was ${counted(happened) || 'nothing'}`,
    )
}
