import type { AppendReq, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { Metadata } from '@grpc/grpc-js'
import type { AppendFault } from './faults.js'
import { type Node, refusalOf } from './node.js'
import type { Decision, ExpectedRevision, ProposedEvent } from './record.js'
import type { Refusal } from './refusal.js'
import { nameIn, uuidIn } from './wire.js'

/** One append as it came in, by whichever call. */
export interface Append {
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly events: ReadonlyArray<ProposedEvent>
}

/** What is to be told of it, and how. */
export type AppendAnswer =
  | { readonly kind: 'decided'; readonly decision: Decision; readonly after: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'silence' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'halfClose' }
  | { readonly kind: 'strangerAnswer'; readonly decision: Decision }

type Proposed = AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage

/** A proposed event; undefined where it lacks its type or content type. */
export const proposedEvent = (message: Proposed): ProposedEvent | undefined => {
  const type = message.getMetadataMap().get('type')
  const contentType = message.getMetadataMap().get('content-type')
  if (type === undefined || contentType === undefined) return undefined
  return {
    id: uuidIn(message.getId()),
    type,
    contentType,
    customMetadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  }
}

type WithExpectation = Pick<AppendReq.Options, 'hasNoStream' | 'hasAny' | 'hasStreamExists' | 'getStreamIdentifier'>

/** The expectation of an append; `revision` is what stands where none of the words does. */
export const expectationIn = (options: WithExpectation, revision: string): ExpectedRevision => {
  if (options.hasNoStream()) return 'noStream'
  if (options.hasAny()) return 'any'
  return options.hasStreamExists() ? 'streamExists' : Number(revision)
}

export const streamIn = (options: WithExpectation): string => nameIn(options.getStreamIdentifier())

const struck = (node: Node, fault: AppendFault, append: Append): AppendAnswer => {
  const write = (): Decision => node.log.append(append.stream, append.expected, append.events, node.maxAppendSize)
  switch (fault.kind) {
    case 'conflict': {
      const head = fault.head ?? node.log.stream(append.stream).length - 1
      return { kind: 'decided', decision: { kind: 'wrongVersion', head }, after: 0 }
    }
    case 'tooBig':
      return { kind: 'decided', decision: { kind: 'tooBig', limit: node.maxAppendSize }, after: 0 }
    case 'neverAnswer':
      if (fault.written) write()
      return { kind: 'silence' }
    case 'answerLate':
      return { kind: 'decided', decision: write(), after: fault.milliseconds }
    case 'dropConnection':
      if (fault.written) write()
      return { kind: 'drop' }
    case 'halfClose':
      return { kind: 'halfClose' }
    case 'strangerAnswer':
      return { kind: 'strangerAnswer', decision: write() }
    default:
      return { kind: 'refused', refusal: fault }
  }
}

/** Does an append, or what an armed fault makes of it. */
export const doAppend = (node: Node, metadata: Metadata, append: Append): AppendAnswer => {
  const refusal = refusalOf(node, metadata)
  if (refusal !== undefined) return { kind: 'refused', refusal }
  const fault = node.faults.takeAppend()
  if (fault !== undefined) return struck(node, fault, append)
  const decision = node.log.append(append.stream, append.expected, append.events, node.maxAppendSize)
  return { kind: 'decided', decision, after: 0 }
}
