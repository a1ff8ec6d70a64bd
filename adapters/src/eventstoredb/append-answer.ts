import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Position, Revision } from '@forgefold/core/kernel'
import type { Failure } from './failure.js'
import { BatchAppendResp as Response, STATUS_UNAVAILABLE, sharedMessages } from './grpc-messages.js'
import { positionFrom, revisionFrom } from './int64.js'
import { Fields } from './protobuf.js'

/** The server's answer to an append. */
export type Answer =
  | { readonly kind: 'Written'; readonly revision: Revision; readonly position: Position | undefined }
  | { readonly kind: 'WrongRevision'; readonly head: Revision | undefined }
  | { readonly kind: 'TooLarge'; readonly limit: number }
  /** `timedOut`: the append may still be in progress; a retry would queue behind it. */
  | { readonly kind: 'Failed'; readonly failure: Failure; readonly timedOut?: true }

/** An append whose outcome is unknown. */
export const failed = (kind: Failure['kind'], reason: string): Extract<Answer, { kind: 'Failed' }> => ({
  kind: 'Failed',
  failure: { kind, reason },
})

const PREFIX = 'event_store.client.'

/** An error in a batch response: a status whose details identify it by their type name. */
const refusalIn = (response: BatchAppendResp): Answer => {
  const status = response.getError()
  const details = status?.getDetails()
  const name = details?.getTypeName() ?? ''
  const reason = status?.getMessage() ?? 'no reason given'
  switch (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name) {
    case 'WrongExpectedVersion': {
      const wrong = details?.unpack(sharedMessages.WrongExpectedVersion.deserializeBinary, name)
      const head = wrong?.hasCurrentStreamRevision() ? revisionFrom(wrong.getCurrentStreamRevision()) : undefined
      return { kind: 'WrongRevision', head }
    }
    case 'MaximumAppendSizeExceeded': {
      const exceeded = details?.unpack(sharedMessages.MaximumAppendSizeExceeded.deserializeBinary, name)
      return { kind: 'TooLarge', limit: exceeded?.getMaxappendsize() ?? 0 }
    }
    case 'StreamDeleted':
      return failed('streamDeleted', 'the stream was deleted permanently, by another client of the node')
    case 'AccessDenied':
      return failed('refused', 'access denied')
    case 'BadRequest':
      return failed('refused', reason)
    default:
      // UNAVAILABLE is answered before anything is written; any other status may follow a write.
      return failed(status?.getCode() === STATUS_UNAVAILABLE ? 'refused' : 'outcomeUnknown', reason)
  }
}

const textIn = (uuid: Fields): string => {
  let text = ''
  while (uuid.next()) if (uuid.number === 2) text = uuid.text()
  return text
}

const commitIn = (position: Fields): number => {
  let commit = 0
  while (position.next()) if (position.number === 1) commit = position.value
  return commit
}

const successIn = (success: Fields): Answer => {
  let revision = 0
  let position: number | undefined
  while (success.next()) {
    if (success.number === 1) revision = success.value
    else if (success.number === 3) position = commitIn(success.message())
  }
  return {
    kind: 'Written',
    revision: revisionFrom(revision),
    position: position === undefined ? undefined : positionFrom(position),
  }
}

/** An answer, and the correlation id of its request. */
export interface AppendAnswer {
  readonly correlation: string
  /** Throws if the answer cannot be decoded. */
  readonly answer: () => Answer
}

/** `event_store.client.streams.BatchAppendResp`; only what is no success is left to the client's messages. Throws where the bytes are no message. */
export const appendAnswer = (bytes: Buffer): AppendAnswer => {
  const fields = new Fields(bytes)
  let correlation = ''
  let success: Fields | undefined
  while (fields.next()) {
    if (fields.number === 1) correlation = textIn(fields.message())
    else if (fields.number === 3) success = fields.message()
  }
  const found = success
  return {
    correlation,
    answer: () => (found === undefined ? refusalIn(Response.deserializeBinary(bytes)) : successIn(found)),
  }
}
