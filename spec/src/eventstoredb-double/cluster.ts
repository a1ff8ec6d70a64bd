import type { ClusterInfo as ClusterInfoMessage } from '@eventstore/db-client/generated/gossip_pb.js'
import type { SupportedMethods as SupportedMethodsMessage } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty as EmptyMessage } from '@eventstore/db-client/generated/shared_pb.js'
import type { handleUnaryCall, Metadata } from '@grpc/grpc-js'
import { authenticationRefusal, type Node } from './node.js'
import { type Refusal, refusalError } from './refusal.js'
import { ClusterInfo, EndPoint, MemberInfo, SupportedMethod, SupportedMethods, UUID } from './wire.js'

const LEADER = 8
const FOLLOWER = 6

/** Who knows no user may ask about the node all the same; who names a wrong one may not. */
const refusalOfQuestion = (node: Node, metadata: Metadata): Refusal | undefined =>
  node.faults.takeGossip() ? { kind: 'unavailable' } : authenticationRefusal(node, metadata)

/** `Gossip/Read`: who belongs to the cluster and who leads it. */
export const gossip =
  (node: Node): handleUnaryCall<EmptyMessage, ClusterInfoMessage> =>
  (call, answer) => {
    node.note('gossip', call.metadata)()
    const refusal = refusalOfQuestion(node, call.metadata)
    if (refusal !== undefined) return answer(refusalError(refusal))
    const members = node.members().map(({ address, port }, index) =>
      new MemberInfo()
        .setInstanceId(new UUID().setString(`00000000-0000-4000-8000-${String(port).padStart(12, '0')}`))
        .setState(index === 0 ? LEADER : FOLLOWER)
        .setIsAlive(true)
        .setHttpEndPoint(new EndPoint().setAddress(address).setPort(port)),
    )
    answer(null, new ClusterInfo().setMembersList(members))
  }

const STREAMS = 'event_store.client.streams.streams'

const METHODS: ReadonlyArray<readonly [name: string, features: ReadonlyArray<string>]> = [
  ['append', []],
  ['batchappend', ['deadline_duration']],
  ['delete', []],
  ['read', ['position', 'events']],
  ['tombstone', []],
]

/** `ServerFeatures/GetSupportedMethods`: without `batchappend` the client falls back to single appends. */
export const features =
  (node: Node): handleUnaryCall<EmptyMessage, SupportedMethodsMessage> =>
  (call, answer) => {
    node.note('serverFeatures', call.metadata)()
    const refusal = refusalOfQuestion(node, call.metadata)
    if (refusal !== undefined) return answer(refusalError(refusal))
    const methods = METHODS.filter(([name]) => node.batchAppend || name !== 'batchappend').map(([name, list]) =>
      new SupportedMethod()
        .setServiceName(STREAMS)
        .setMethodName(name)
        .setFeaturesList([...list]),
    )
    answer(null, new SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList(methods))
  }
