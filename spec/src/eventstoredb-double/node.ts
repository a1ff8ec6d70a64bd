import { setTimeout as sleep } from 'node:timers/promises'
import type { Metadata } from '@grpc/grpc-js'
import type { Faults } from './faults.js'
import type { EventLog } from './log.js'
import type { Address, Refusal } from './refusal.js'

/** A user of the node. */
export interface Credentials {
  readonly username: string
  readonly password: string
}

/** What the handlers of one node share. */
export interface Node {
  readonly log: EventLog
  readonly faults: Faults
  readonly maxAppendSize: number
  readonly batchAppend: boolean
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The nodes of the cluster, this one included; the leader first. */
  readonly members: () => ReadonlyArray<Address>
  readonly self: () => Address
  /** Undefined: no authentication. */
  readonly credentials: Credentials | undefined
  /** Kills the connection that a call came by. */
  readonly drop: (peer: string) => void
  /** Notes a call; to be called back when it ends. */
  readonly note: (call: string, metadata: Metadata) => () => void
}

/** Wrong credentials are refused whatever is asked. */
export const authenticationRefusal = ({ credentials }: Node, metadata: Metadata): Refusal | undefined => {
  const [given] = metadata.get('authorization')
  if (credentials === undefined || given === undefined) return undefined
  const right = Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64')
  return given === `Basic ${right}` ? undefined : { kind: 'unauthenticated' }
}

/** Reads and writes need credentials where the node has some; a follower refuses requests that require the leader, and forwards other writes. */
export const refusalOf = (node: Node, metadata: Metadata): Refusal | undefined => {
  const refusal = authenticationRefusal(node, metadata)
  if (refusal !== undefined) return refusal
  if (node.credentials !== undefined && metadata.get('authorization').length === 0) return { kind: 'accessDenied' }
  const [leader] = node.members()
  const self = node.self()
  if (leader === undefined || (leader.port === self.port && leader.address === self.address)) return undefined
  return metadata.get('requires-leader')[0] === 'true' ? { kind: 'notLeader', leader } : undefined
}

/** Waits, or ends early when the signal says so. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(milliseconds, undefined, { signal, ref: false })
  } catch {
    // Aborted: the caller looks at the signal.
  }
}
