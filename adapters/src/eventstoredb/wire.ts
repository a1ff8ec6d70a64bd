import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamMessages from '@eventstore/db-client/generated/streams_pb.js'
import type { Expected } from '@forgefold/core/ports'
import emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js'
import timestampMessages from 'google-protobuf/google/protobuf/timestamp_pb.js'

/** The messages that the client ships; they are CommonJS whose names Node cannot see, hence by default import. */
export { sharedMessages }
export const { StreamsClient } = streamServices

/** `google.rpc.Code.UNAVAILABLE`. */
export const STATUS_UNAVAILABLE = 14

/** An event as bytes. */
export interface WireEvent {
  readonly id: string
  readonly type: string
  readonly contentType: 'application/json' | 'application/octet-stream'
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export const { ReadReq } = streamMessages
const { BatchAppendReq } = streamMessages
const { StreamIdentifier, UUID } = sharedMessages

/** One append as the one frame it fits into. */
export const appendRequest = (
  correlation: string,
  stream: string,
  events: ReadonlyArray<WireEvent>,
  expected: Expected,
  deadline: Date,
): InstanceType<typeof BatchAppendReq> => {
  const options = new BatchAppendReq.Options()
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8')))
    .setDeadline(timestampMessages.Timestamp.fromDate(deadline))
  if (expected === 'any') options.setAny(new emptyMessages.Empty())
  else if (expected === 'noStream') options.setNoStream(new emptyMessages.Empty())
  else if (expected === 'streamExists') options.setStreamExists(new emptyMessages.Empty())
  else options.setStreamPosition(String(expected))
  const messages = events.map((event) => {
    const message = new BatchAppendReq.ProposedMessage()
      .setId(new UUID().setString(event.id))
      .setData(event.data)
      .setCustomMetadata(event.metadata)
    message.getMetadataMap().set('type', event.type)
    message.getMetadataMap().set('content-type', event.contentType)
    return message
  })
  return new BatchAppendReq()
    .setCorrelationId(new UUID().setString(correlation))
    .setOptions(options)
    .setProposedMessagesList(messages)
    .setIsFinal(true)
}
