import type { DeleteReq, TombstoneReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { handleUnaryCall, ServiceError } from '@grpc/grpc-js'
import { expectationIn, streamIn } from './appending.js'
import { type Node, refusalOf } from './node.js'
import type { Decision, ExpectedRevision } from './record.js'
import { invalidArgumentError, refusalError, streamDeletedError, tooBigError, wrongVersionError } from './refusal.js'
import { DeleteResp, Empty, TombstoneResp } from './wire.js'

const NUMBERS = { any: -2, noStream: -1, streamExists: -4 } as const

/** Here, unlike in an append, a wrong revision is an error. */
const failureOf = (stream: string, expected: ExpectedRevision, decision: Decision): ServiceError | undefined => {
  switch (decision.kind) {
    case 'deleted':
      return streamDeletedError(stream)
    case 'wrongVersion':
      return wrongVersionError(stream, typeof expected === 'number' ? expected : NUMBERS[expected], decision.head)
    case 'tooBig':
      return tooBigError(decision.limit)
    case 'written':
    case 'alreadyWritten':
      return undefined
  }
}

const positionIn = (decision: Decision): number | undefined => ('position' in decision ? decision.position : undefined)

/** `Streams/Delete`. */
export const softDelete =
  (node: Node): handleUnaryCall<DeleteReq, InstanceType<typeof DeleteResp>> =>
  (call, answer) => {
    node.note('delete', call.metadata)()
    const refusal = refusalOf(node, call.metadata)
    if (refusal !== undefined) return answer(refusalError(refusal))
    const options = call.request.getOptions()
    if (options === undefined) return answer(invalidArgumentError('The options are missing.'))
    const expected = expectationIn(options, options.getRevision())
    const decision = node.log.delete(streamIn(options), expected)
    const failure = failureOf(streamIn(options), expected, decision)
    if (failure !== undefined) return answer(failure)
    const position = positionIn(decision)
    if (position === undefined) return answer(null, new DeleteResp().setNoPosition(new Empty()))
    const place = new DeleteResp.Position()
    place.setCommitPosition(String(position)).setPreparePosition(String(position))
    answer(null, new DeleteResp().setPosition(place))
  }

/** `Streams/Tombstone`. */
export const tombstone =
  (node: Node): handleUnaryCall<TombstoneReq, InstanceType<typeof TombstoneResp>> =>
  (call, answer) => {
    node.note('tombstone', call.metadata)()
    const refusal = refusalOf(node, call.metadata)
    if (refusal !== undefined) return answer(refusalError(refusal))
    const options = call.request.getOptions()
    if (options === undefined) return answer(invalidArgumentError('The options are missing.'))
    const expected = expectationIn(options, options.getRevision())
    const decision = node.log.tombstone(streamIn(options), expected)
    const failure = failureOf(streamIn(options), expected, decision)
    if (failure !== undefined) return answer(failure)
    const position = positionIn(decision)
    if (position === undefined) return answer(null, new TombstoneResp().setNoPosition(new Empty()))
    const place = new TombstoneResp.Position()
    place.setCommitPosition(String(position)).setPreparePosition(String(position))
    answer(null, new TombstoneResp().setPosition(place))
  }
