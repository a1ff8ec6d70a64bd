import type { AllStreamResolvedEvent } from '@eventstore/db-client'
import type { Position } from '@forgefold/core/kernel'
import { positionFrom } from './int64.js'
import { isSystemRecord, recordMetadataIn, storedEventOf } from './record.js'
import type { ReceivedRecord } from './whole-appends.js'

/**
 * What a subscription has at hand, up to `most` records; `drained` where nothing more is waiting. Records at or before `reached` were seen
 * before: a subscription begins after its place, but nobody is told anything twice even so.
 */
export const recordsAtHand = (
  source: { readonly read: () => AllStreamResolvedEvent | null },
  reached: Position | undefined,
  most: number,
): { readonly arrived: ReadonlyArray<ReceivedRecord>; readonly drained: boolean } => {
  const arrived: Array<ReceivedRecord> = []
  let last = reached
  for (let taken = 0; taken < most; taken++) {
    const resolved = source.read()
    if (resolved === null) return { arrived, drained: true }
    const record = resolved.event
    if (record === undefined) continue
    const position = positionFrom(record.position.commit)
    if (last !== undefined && position <= last) continue
    last = position
    if (isSystemRecord(record)) arrived.push({ position, event: undefined, more: false })
    else arrived.push({ position, event: storedEventOf(record), more: recordMetadataIn(record)?.more === true })
  }
  return { arrived, drained: false }
}
