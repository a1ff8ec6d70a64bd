import { randomUUID } from 'node:crypto'
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import { type handleBidiStreamingCall, status } from '@grpc/grpc-js'
import type { Message } from 'google-protobuf'
import { type Append, type AppendAnswer, doAppend, expectationIn, proposedEvent, streamIn } from './appending.js'
import type { Node } from './node.js'
import type { Decision, ProposedEvent } from './record.js'
import { type Refusal, refusalError } from './refusal.js'
import {
  AccessDenied,
  AllStreamPosition,
  Any,
  BadRequest,
  BatchAppendResp,
  GoogleEmpty,
  identifierOf,
  MaximumAppendSizeExceeded,
  Status,
  StreamDeleted,
  Timeout,
  Unknown,
  UUID,
  uuidIn,
  WrongExpectedVersion,
} from './wire.js'

type Response = InstanceType<typeof BatchAppendResp>

const failed = (code: status, message: string, name: string, detail: Message): Response => {
  const details = new Any()
  details.pack(detail.serializeBinary(), `event_store.client.${name}`)
  // The codes of google.rpc are those of gRPC, but the two enumerations do not know each other.
  return new BatchAppendResp().setError(
    new Status()
      .setCode(code as number)
      .setMessage(message)
      .setDetails(details),
  )
}

const success = ({ revision, position }: Extract<Decision, { kind: 'written' | 'alreadyWritten' }>): Response => {
  const done = new BatchAppendResp.Success()
  if (revision < 0) done.setNoStream(new GoogleEmpty())
  else done.setCurrentRevision(String(revision))
  if (position === undefined) done.setNoPosition(new GoogleEmpty())
  else {
    const place = new AllStreamPosition()
    done.setPosition(place.setCommitPosition(String(position)).setPreparePosition(String(position)))
  }
  return new BatchAppendResp().setSuccess(done)
}

const wrongVersion = (head: number, { expected }: Append): Response => {
  const wrong = new WrongExpectedVersion()
  if (head < 0) wrong.setCurrentNoStream(new GoogleEmpty())
  else wrong.setCurrentStreamRevision(String(head))
  if (expected === 'any') wrong.setExpectedAny(new GoogleEmpty())
  else if (expected === 'noStream') wrong.setExpectedNoStream(new GoogleEmpty())
  else if (expected === 'streamExists') wrong.setExpectedStreamExists(new GoogleEmpty())
  else wrong.setExpectedStreamPosition(String(expected))
  return failed(status.ALREADY_EXISTS, 'wrong expected version', 'WrongExpectedVersion', wrong)
}

const decided = (append: Append, decision: Decision): Response => {
  switch (decision.kind) {
    case 'written':
    case 'alreadyWritten':
      return success(decision)
    case 'wrongVersion':
      return wrongVersion(decision.head, append)
    case 'deleted': {
      const deleted = new StreamDeleted().setStreamIdentifier(identifierOf(append.stream))
      return failed(status.NOT_FOUND, 'stream deleted', 'StreamDeleted', deleted)
    }
    case 'tooBig': {
      const exceeded = new MaximumAppendSizeExceeded().setMaxappendsize(decision.limit)
      return failed(status.INVALID_ARGUMENT, 'maximum append size exceeded', 'MaximumAppendSizeExceeded', exceeded)
    }
  }
}

/** What is refused inside a batch goes by names that the client does not all know. */
const refused = (refusal: Exclude<Refusal, { kind: 'notLeader' | 'unauthenticated' }>): Response => {
  switch (refusal.kind) {
    case 'accessDenied':
      return failed(status.PERMISSION_DENIED, '', 'AccessDenied', new AccessDenied())
    case 'timeout':
      return failed(status.DEADLINE_EXCEEDED, 'timeout', 'Timeout', new Timeout())
    case 'unavailable':
      return failed(status.UNAVAILABLE, 'server is not ready', 'BadRequest', new BadRequest().setMessage('not ready'))
    case 'unknown':
      return failed(status.UNKNOWN, 'unknown', 'Unknown', new Unknown())
  }
}

interface OpenStream {
  readonly options: BatchAppendReq.Options
  readonly events: Array<ProposedEvent | undefined>
}

/** `Streams/BatchAppend`: many appends over one call, each in one or more frames under its correlation id. */
export const batchAppend =
  (node: Node): handleBidiStreamingCall<BatchAppendReq, Response> =>
  (call) => {
    const ended = node.note('batchAppend', call.metadata)
    call.once('close', ended)
    const begun = new Map<string, OpenStream>()
    const answer = (correlation: string, stream: string, response: Response): void => {
      if (call.cancelled || call.destroyed) return
      call.write(response.setCorrelationId(new UUID().setString(correlation)).setStreamIdentifier(identifierOf(stream)))
    }
    const refuse = (correlation: string, stream: string, refusal: Refusal): void => {
      if (refusal.kind === 'notLeader' || refusal.kind === 'unauthenticated') call.emit('error', refusalError(refusal))
      else answer(correlation, stream, refused(refusal))
    }
    const settle = (correlation: string, append: Append, outcome: AppendAnswer): void => {
      switch (outcome.kind) {
        case 'decided': {
          const tell = (): void => answer(correlation, append.stream, decided(append, outcome.decision))
          if (outcome.after === 0) tell()
          else setTimeout(tell, outcome.after).unref()
          break
        }
        case 'refused':
          refuse(correlation, append.stream, outcome.refusal)
          break
        case 'strangerAnswer':
          answer(randomUUID(), append.stream, decided(append, outcome.decision))
          break
        case 'halfClose':
          call.end()
          break
        case 'drop':
          node.drop(call.getPeer())
          break
        case 'silence':
          break
      }
    }
    const finish = (correlation: string, { options, events }: OpenStream): void => {
      const stream = streamIn(options)
      const valid = events.filter((event) => event !== undefined)
      const deadline = options.getDeadline()
      if (valid.length < events.length) {
        const wrong = new BadRequest().setMessage('type and content-type are required')
        answer(correlation, stream, failed(status.INVALID_ARGUMENT, 'bad request', 'BadRequest', wrong))
      } else if (deadline !== undefined && deadline.toDate().getTime() <= node.now()) {
        answer(correlation, stream, refused({ kind: 'timeout' }))
      } else {
        const append = { stream, expected: expectationIn(options, options.getStreamPosition()), events: valid }
        settle(correlation, append, doAppend(node, call.metadata, append))
      }
    }
    call.on('data', (request: BatchAppendReq) => {
      const correlation = uuidIn(request.getCorrelationId())
      const options = request.getOptions()
      const known = begun.get(correlation) ?? (options === undefined ? undefined : { options, events: [] })
      if (known === undefined) return
      begun.set(correlation, known)
      known.events.push(...request.getProposedMessagesList().map(proposedEvent))
      if (!request.getIsFinal()) return
      begun.delete(correlation)
      finish(correlation, known)
    })
    call.on('end', () => call.end())
    call.on('error', () => undefined)
  }
