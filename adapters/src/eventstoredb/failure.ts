import { isCommandError } from '@eventstore/db-client'

/**
 * What a failed call amounts to.
 *
 * `unreachable`: it never left, so nothing was done. `refused`: the server said no and did nothing. `notLeader`: another node leads, the
 * next call goes there. `outcomeUnknown`: it may have been carried out or not.
 */
export type FailureKind =
  | 'streamNotFound'
  | 'streamDeleted'
  | 'unreachable'
  | 'refused'
  | 'notLeader'
  | 'outcomeUnknown'

export interface Failure {
  readonly kind: FailureKind
  readonly reason: string
}

/** gRPC's messages for a call that was never sent for lack of a connection. */
const NEVER_LEFT =
  /No connection established|ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|Name resolution failed|Failed to discover|Channel closed before call started|Channel has been shut down/

const CODES = {
  unavailable: 14,
  unauthenticated: 16,
  permissionDenied: 7,
  unimplemented: 12,
  invalidArgument: 3,
} as const

const codeOf = (error: unknown): number | undefined => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'number' ? code : undefined
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const kindByType = (type: string): FailureKind | undefined => {
  switch (type) {
    case 'stream-not-found':
      return 'streamNotFound'
    case 'stream-deleted':
      return 'streamDeleted'
    case 'not-leader':
      return 'notLeader'
    case 'access-denied':
    case 'invalid-argument':
    case 'missing-required-metadata-property':
      return 'refused'
    default:
      return undefined
  }
}

const kindByCode = (code: number | undefined): FailureKind => {
  switch (code) {
    case CODES.unauthenticated:
    case CODES.permissionDenied:
    case CODES.unimplemented:
    case CODES.invalidArgument:
      return 'refused'
    default:
      return 'outcomeUnknown'
  }
}

/** Classifies an error of the client; some are plain errors, so code and message are checked as well as the type. */
export const failureOf = (error: unknown): Failure => {
  const message = messageOf(error)
  const type = error instanceof Error && isCommandError(error) ? error.type : undefined
  const reason = message === '' ? `EventStoreDB failed: ${type ?? 'unknown'}` : message
  if (NEVER_LEFT.test(message)) return { kind: 'unreachable', reason }
  return { kind: (type === undefined ? undefined : kindByType(type)) ?? kindByCode(codeOf(error)), reason }
}
