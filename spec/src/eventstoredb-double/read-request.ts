import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { LogRecord } from './record.js'
import { nameIn } from './wire.js'

/** Where a read begins. */
export type Start = 'start' | 'end' | number

/** What is looked at between two checkpoints. */
export interface ReadFilter {
  readonly matches: (record: LogRecord) => boolean
  readonly checkpointEvery: number
}

/** A read or a subscription as it came in. */
export interface ReadRequest {
  /** Undefined: the whole history. */
  readonly stream: string | undefined
  readonly from: Start
  readonly backwards: boolean
  /** Undefined: a subscription. */
  readonly count: number | undefined
  readonly filter: ReadFilter | undefined
}

const DEFAULT_WINDOW = 32

const matcherOf = (expression: ReadReq.Options.FilterOptions.Expression): ((text: string) => boolean) => {
  const prefixes = expression.getPrefixList()
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix))
  const pattern = new RegExp(expression.getRegex(), 'u')
  return (text) => pattern.test(text)
}

const filterIn = (options: ReadReq.Options): ReadFilter | undefined => {
  const filter = options.getFilter()
  if (filter === undefined) return undefined
  const byStream = filter.getStreamIdentifier()
  const byType = filter.getEventType()
  const expression = byStream ?? byType
  const matches = expression === undefined ? () => true : matcherOf(expression)
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_WINDOW
  return {
    matches: (record) => matches(byStream === undefined ? record.type : record.stream),
    checkpointEvery: window * Math.max(1, filter.getCheckpointintervalmultiplier()),
  }
}

const startIn = (options: ReadReq.Options): Start => {
  const stream = options.getStream()
  const all = options.getAll()
  if (stream?.hasStart() === true || all?.hasStart() === true) return 'start'
  if (stream?.hasEnd() === true || all?.hasEnd() === true) return 'end'
  return Number(stream === undefined ? all?.getPosition()?.getCommitPosition() : stream.getRevision())
}

/** Takes a request apart; undefined where it makes no sense. */
export const readRequestIn = (options: ReadReq.Options | undefined): ReadRequest | undefined => {
  if (options === undefined) return undefined
  const stream = options.getStream()
  const subscription = options.hasSubscription()
  const backwards = options.getReadDirection() === 1
  if (subscription && backwards) return undefined
  return {
    stream: stream === undefined ? undefined : nameIn(stream.getStreamIdentifier()),
    from: startIn(options),
    backwards,
    count: subscription ? undefined : Number(options.getCount()),
    filter: filterIn(options),
  }
}
