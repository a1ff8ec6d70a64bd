import type { EventLog } from './log.js'
import type { ReadRequest } from './read-request.js'
import type { LogRecord } from './record.js'

/** The index of the first record at or after a position. */
export const indexAt = (records: ReadonlyArray<LogRecord>, position: number): number => {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((records[middle]?.position ?? Infinity) < position) low = middle + 1
    else high = middle
  }
  return low
}

/** The records of the whole history that a read gives: forwards with the one at the position, backwards without it. */
export function* walkAll(log: EventLog, { from, backwards, count = 0, filter }: ReadRequest): Generator<LogRecord> {
  const { records } = log
  const at = from === 'start' ? 0 : from === 'end' ? records.length : indexAt(records, from)
  let given = 0
  for (let index = backwards ? at - 1 : at; given < count; index += backwards ? -1 : 1) {
    const record = records[index]
    if (record === undefined) return
    if (filter !== undefined && !filter.matches(record)) continue
    given++
    yield record
  }
}

/** The records of a stream that a read gives, both ends inclusive. */
export function* walkStream(
  records: ReadonlyArray<LogRecord>,
  first: number,
  { from, backwards, count = 0 }: ReadRequest,
): Generator<LogRecord> {
  const last = records.length - 1
  const begin = from === 'start' ? first : from === 'end' ? last : backwards ? Math.min(from, last) : from
  let given = 0
  for (let index = Math.max(begin, backwards ? begin : first); given < count; index += backwards ? -1 : 1) {
    const record = index < first ? undefined : records[index]
    if (record === undefined) return
    given++
    yield record
  }
}
