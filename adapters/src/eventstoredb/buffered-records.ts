import type { Position } from '@forgefold/core/kernel'
import type { ReceivedRecord } from './append-reassembly.js'
import { positionFrom } from './int64.js'
import { ReceivedEvent } from './received-event.js'
import { isSystemRecord, recordMetadataIn } from './record.js'
import type { WireRecord } from './wire-record.js'

const isContinued = (record: WireRecord): boolean => record.mayGoOn && recordMetadataIn(record.decoded())?.more === true

/**
 * What a subscription has at hand, up to `most` records; `drained` where nothing more is waiting. Records at or before `reached` were seen
 * before: a subscription begins after its place, and still no record is delivered twice.
 */
export const bufferedRecords = (
  source: { readonly read: () => WireRecord | null },
  reached: Position | undefined,
  most: number,
): { readonly arrived: ReadonlyArray<ReceivedRecord>; readonly drained: boolean } => {
  const arrived: Array<ReceivedRecord> = []
  let last = reached
  for (let taken = 0; taken < most; taken++) {
    const record = source.read()
    if (record === null) return { arrived, drained: true }
    const position = positionFrom(record.commit)
    if (last !== undefined && position <= last) continue
    last = position
    if (isSystemRecord(record)) arrived.push({ position, event: undefined, more: false })
    else arrived.push({ position, event: new ReceivedEvent(record, position), more: isContinued(record) })
  }
  return { arrived, drained: false }
}
