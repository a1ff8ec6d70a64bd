import type { AppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { handleClientStreamingCall, sendUnaryData } from '@grpc/grpc-js'
import { type Append, doAppend, expectationIn, proposedEvent, streamIn } from './appending.js'
import type { Node } from './node.js'
import type { Decision, ProposedEvent } from './record.js'
import { invalidArgumentError, missingPropertyError, refusalError, streamDeletedError, tooBigError } from './refusal.js'
import { AppendResp, Empty } from './wire.js'

type Response = InstanceType<typeof AppendResp>

const success = ({ revision, position }: Extract<Decision, { kind: 'written' | 'alreadyWritten' }>): Response => {
  const done = new AppendResp.Success()
  if (revision < 0) done.setNoStream(new Empty())
  else done.setCurrentRevision(String(revision))
  if (position === undefined) done.setNoPosition(new Empty())
  else {
    const place = new AppendResp.Position()
    done.setPosition(place.setCommitPosition(String(position)).setPreparePosition(String(position)))
  }
  return new AppendResp().setSuccess(done)
}

const wrongVersion = (head: number, { expected }: Append): Response => {
  const wrong = new AppendResp.WrongExpectedVersion()
  if (head < 0) wrong.setCurrentNoStream(new Empty())
  else wrong.setCurrentRevision(String(head))
  if (expected === 'any') wrong.setExpectedAny(new Empty())
  else if (expected === 'noStream') wrong.setExpectedNoStream(new Empty())
  else if (expected === 'streamExists') wrong.setExpectedStreamExists(new Empty())
  else wrong.setExpectedRevision(String(expected))
  return new AppendResp().setWrongExpectedVersion(wrong)
}

const tell = (append: Append, decision: Decision, answer: sendUnaryData<Response>): void => {
  switch (decision.kind) {
    case 'written':
    case 'alreadyWritten':
      answer(null, success(decision))
      return
    case 'wrongVersion':
      // A conflict is an answer like any other, not an error.
      answer(null, wrongVersion(decision.head, append))
      return
    case 'deleted':
      answer(streamDeletedError(append.stream))
      return
    case 'tooBig':
      answer(tooBigError(decision.limit))
  }
}

/** `Streams/Append`: one call an append; options first, then the events. */
export const singleAppend =
  (node: Node): handleClientStreamingCall<AppendReq, Response> =>
  (call, answer) => {
    const ended = node.note('append', call.metadata)
    call.once('close', ended)
    let options: AppendReq.Options | undefined
    const events: Array<ProposedEvent | undefined> = []
    call.on('data', (request: AppendReq) => {
      const message = request.getProposedMessage()
      if (message === undefined) options = request.getOptions()
      else events.push(proposedEvent(message))
    })
    call.on('end', () => {
      if (options === undefined) return answer(invalidArgumentError('The options are missing.'))
      const valid = events.filter((event) => event !== undefined)
      if (valid.length < events.length) return answer(missingPropertyError())
      const append = {
        stream: streamIn(options),
        expected: expectationIn(options, options.getRevision()),
        events: valid,
      }
      const outcome = doAppend(node, call.metadata, append)
      switch (outcome.kind) {
        case 'decided':
          if (outcome.after === 0) return tell(append, outcome.decision, answer)
          setTimeout(() => tell(append, outcome.decision, answer), outcome.after).unref()
          return
        case 'refused':
          return answer(refusalError(outcome.refusal))
        case 'strangerAnswer':
        case 'halfClose':
          return answer(refusalError({ kind: 'unknown' }))
        case 'drop':
          return node.drop(call.getPeer())
        case 'silence':
          return
      }
    })
  }
