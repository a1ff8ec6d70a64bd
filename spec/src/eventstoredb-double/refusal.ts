import { Metadata, type ServiceError, status } from '@grpc/grpc-js'

/** Where a node listens. */
export interface Address {
  readonly address: string
  readonly port: number
}

/** Why a server does not do what it was asked, other than the expectation. */
export type Refusal =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'notLeader'; readonly leader: Address }
  | { readonly kind: 'accessDenied' }
  /** The credentials are not those of any user. */
  | { readonly kind: 'unauthenticated' }
  /** The server gave up waiting for its own cluster. */
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unknown' }

const failure = (code: status, details: string, trailers: Readonly<Record<string, string>> = {}): ServiceError => {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata })
}

/** A refusal as gRPC status and trailers. */
export const refusalError = (refusal: Refusal): ServiceError => {
  switch (refusal.kind) {
    case 'unavailable':
      return failure(status.UNAVAILABLE, 'The node is not ready.')
    case 'notLeader':
      return failure(status.NOT_FOUND, 'Another node leads.', {
        exception: 'not-leader',
        'leader-endpoint-host': refusal.leader.address,
        'leader-endpoint-port': String(refusal.leader.port),
      })
    case 'accessDenied':
      return failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
    case 'unauthenticated':
      return failure(status.UNAUTHENTICATED, 'Unauthenticated')
    case 'timeout':
      return failure(status.ABORTED, 'The operation timed out.')
    case 'unknown':
      return failure(status.UNKNOWN, 'Something went wrong.')
  }
}

export const streamDeletedError = (stream: string): ServiceError =>
  failure(status.FAILED_PRECONDITION, 'The stream is deleted.', { exception: 'stream-deleted', 'stream-name': stream })

export const wrongVersionError = (stream: string, expected: number, actual: number): ServiceError =>
  failure(status.FAILED_PRECONDITION, 'The stream is at another revision.', {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(expected),
    'actual-version': String(actual),
  })

export const tooBigError = (limit: number): ServiceError =>
  failure(status.INVALID_ARGUMENT, 'The append is too big.', {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  })

export const missingPropertyError = (): ServiceError =>
  failure(status.INVALID_ARGUMENT, 'A required metadata property is missing.', {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  })

export const invalidArgumentError = (details: string): ServiceError => failure(status.INVALID_ARGUMENT, details)
