import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamMessages from '@eventstore/db-client/generated/streams_pb.js'

/** The messages in the client's package; they are CommonJS whose names Node cannot detect, hence the default import. */
export { sharedMessages }
export const { StreamsClient } = streamServices

/** `google.rpc.Code.UNAVAILABLE`. */
export const STATUS_UNAVAILABLE = 14

/** `grpc.ConnectivityState`. */
export const CHANNEL_CONNECTING = 1
export const CHANNEL_SHUT_DOWN = 4

export const { ReadReq, BatchAppendResp } = streamMessages

/** The names of the calls that the adapter makes itself. */
export const CALLS = {
  read: '/event_store.client.streams.Streams/Read',
  batchAppend: '/event_store.client.streams.Streams/BatchAppend',
} as const

/** A message that is already encoded. */
export const rawBytes = (bytes: Buffer): Buffer => bytes
