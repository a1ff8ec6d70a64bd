import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js'
import featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedMessages from '@eventstore/db-client/generated/shared_pb.js'
import statusMessages from '@eventstore/db-client/generated/status_pb.js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streamMessages from '@eventstore/db-client/generated/streams_pb.js'
import anyMessages from 'google-protobuf/google/protobuf/any_pb.js'
import emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js'

/**
 * The messages and services that the client's own package ships. They are CommonJS whose names Node cannot see, hence the detour
 * over default imports; their types are imported from the same places.
 */
export const { AppendResp, BatchAppendResp, DeleteResp, ReadResp, TombstoneResp } = streamMessages
export const {
  AccessDenied,
  AllStreamPosition,
  BadRequest,
  Empty,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  Timeout,
  Unknown,
  UUID,
  WrongExpectedVersion,
} = sharedMessages
const { StreamIdentifier } = sharedMessages
export const { ClusterInfo, EndPoint, MemberInfo } = gossipMessages
export const { SupportedMethod, SupportedMethods } = featureMessages
export const { Status } = statusMessages
export const { Any } = anyMessages
export const GoogleEmpty = emptyMessages.Empty
export const { StreamsService } = streamServices
export const { GossipService } = gossipServices
export const { ServerFeaturesService } = featureServices

/** A stream's name out of its identifier, and back. */
export const nameIn = (identifier: { readonly getStreamName_asU8: () => Uint8Array } | undefined): string =>
  identifier === undefined ? '' : Buffer.from(identifier.getStreamName_asU8()).toString('utf8')

export const identifierOf = (stream: string): InstanceType<typeof StreamIdentifier> =>
  new StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(stream, 'utf8')))

/** A UUID as text, whichever form it came in. */
export const uuidIn = (uuid: InstanceType<typeof UUID> | undefined): string => {
  const structured = uuid?.getStructured()
  if (structured === undefined) return uuid?.getString() ?? ''
  const hex = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0')
  const digits = hex(structured.getMostSignificantBits()) + hex(structured.getLeastSignificantBits())
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
