import * as E from 'fp-ts/lib/Either.js'
import type { FieldErrors } from './field-errors.js'

/** An OAuth 2.0 error code with its description (RFC 6749 §5.2, RFC 6750 §3.1). */
export interface OAuthError {
  readonly code: string
  readonly description: string
}

/**
 * Every refusal of Forgefold.
 *
 * Rejections are values without any HTTP: only the server turns them into statuses and bodies.
 */
export type Rejection =
  /** The caller has to sign in. */
  | { readonly kind: 'Unauthenticated' }
  /** The presented credential was valid once: it has expired or was revoked. */
  | { readonly kind: 'InvalidToken'; readonly description: string }
  /** The token lacks the scope; `scopes` lists sufficient ones. */
  | { readonly kind: 'InsufficientScope'; readonly scopes: ReadonlyArray<string> }
  /** The caller is authenticated and lacks the right. */
  | { readonly kind: 'Forbidden'; readonly reason?: string }
  /** The same, with a sentence of its own. */
  | { readonly kind: 'Denied'; readonly message: string }
  /** Something named in the request does not exist or is hidden from the caller (`what` as in "Project"). */
  | { readonly kind: 'NotFound'; readonly what?: string }
  /** The same, with a sentence of its own. */
  | { readonly kind: 'Missing'; readonly message: string }
  /** A record looked up by its id does not exist. */
  | { readonly kind: 'RecordNotFound' }
  /** Invalid fields, each with its errors. */
  | { readonly kind: 'Invalid'; readonly fields: FieldErrors }
  /** The request as a whole is invalid; `reason` is the whole sentence where one is given. */
  | { readonly kind: 'BadRequest'; readonly reason?: string }
  /** A refusal of the domain with one or several sentences of its own. */
  | {
      readonly kind: 'Refused'
      readonly message: string | ReadonlyArray<string>
      /** For programs: `conflict`, `empty`. */
      readonly code?: string
      /** The request was a dry run. */
      readonly dryRun?: boolean
    }
  /** A parameter is missing or malformed; the text lists every error. */
  | { readonly kind: 'BadParameters'; readonly error: string }
  /** The present state does not allow it; `message` is the whole sentence where one is given. */
  | { readonly kind: 'NotAllowed'; readonly message?: string }
  /** The present state is not the one that the request presupposes. */
  | { readonly kind: 'NotAcceptable' }
  /** A conflict with something that exists; `message` may be one sentence or several. */
  | { readonly kind: 'Conflict'; readonly message?: string | ReadonlyArray<string> }
  /** It was changed after the time that the caller names. */
  | { readonly kind: 'PreconditionFailed' }
  /** Nothing would change. */
  | { readonly kind: 'NotModified' }
  /** A size limit is exceeded. */
  | { readonly kind: 'TooLarge' }
  /** Valid but impossible; `message` is the whole sentence where one is given. */
  | { readonly kind: 'Unprocessable'; readonly message?: string | ReadonlyArray<string> }
  /** A rate limit is exceeded; `seconds` until the next attempt, where they are told. */
  | { readonly kind: 'Throttled'; readonly message: string; readonly seconds?: number }
  /** An error of the OAuth endpoints. */
  | { readonly kind: 'OAuth'; readonly error: OAuthError }
  /** The instance is read-only at present. */
  | { readonly kind: 'ReadOnly'; readonly message: string }
  /** The event store is unavailable, or the outcome of a write is unknown. */
  | {
      readonly kind: 'Unavailable'
      /** For the log: it may contain a message of the store. */
      readonly reason: string
      /** The write is stored at this position, and not yet visible. */
      readonly position?: number
      /** True where the write may have been stored. */
      readonly inDoubt?: true
    }

/** The event store is unavailable, or the outcome of a write is unknown. */
export type Unavailable = Extract<Rejection, { readonly kind: 'Unavailable' }>

export type RejectionKind = Rejection['kind']

/** Refuses a caller who has to sign in. */
export const unauthenticated: Rejection = { kind: 'Unauthenticated' }
/**
 * Refuses an authenticated caller without the right; with a reason where one is documented.
 * @example
 * assert.deepEqual(forbidden(), { kind: 'Forbidden' })
 */
export const forbidden = (reason?: string): Rejection =>
  reason === undefined ? { kind: 'Forbidden' } : { kind: 'Forbidden', reason }
/**
 * The same, with a sentence of its own.
 * @example
 * assert.deepEqual(denied('not on a Sunday'), { kind: 'Denied', message: 'not on a Sunday' })
 */
export const denied = (message: string): Rejection => ({ kind: 'Denied', message })
/**
 * Refuses something that does not exist or is hidden; `what` as in "Project".
 * @example
 * assert.deepEqual(notFound('Project'), { kind: 'NotFound', what: 'Project' })
 */
export const notFound = (what?: string): Rejection =>
  what === undefined ? { kind: 'NotFound' } : { kind: 'NotFound', what }
/**
 * The same, with a sentence of its own.
 * @example
 * assert.deepEqual(missing('no such branch'), { kind: 'Missing', message: 'no such branch' })
 */
export const missing = (message: string): Rejection => ({ kind: 'Missing', message })
/** Refuses an unknown id. */
export const recordNotFound: Rejection = { kind: 'RecordNotFound' }
/**
 * Refuses invalid fields, each with its errors.
 * @example
 * assert.deepEqual(invalid({ title: ["can't be blank"] }).fields, { title: ["can't be blank"] })
 */
export const invalid = (fields: FieldErrors): Rejection => ({ kind: 'Invalid', fields })
/**
 * Refuses a request that is invalid as a whole.
 * @example
 * assert.deepEqual(badRequest('nothing to do'), { kind: 'BadRequest', reason: 'nothing to do' })
 */
export const badRequest = (reason?: string): Rejection =>
  reason === undefined ? { kind: 'BadRequest' } : { kind: 'BadRequest', reason }
/**
 * Refuses with a sentence of the domain; with a code for programs where there is one.
 * @example
 * assert.deepEqual(refused('the branch is empty'), { kind: 'Refused', message: 'the branch is empty' })
 */
export const refused = (message: string | ReadonlyArray<string>, code?: string, dryRun?: boolean): Rejection =>
  code === undefined ? { kind: 'Refused', message } : { kind: 'Refused', message, code, dryRun: dryRun === true }
/**
 * Refuses parameters; the text lists every error.
 * @example
 * assert.equal(badParameters('ref is missing').kind, 'BadParameters')
 */
export const badParameters = (error: string): Rejection => ({ kind: 'BadParameters', error })
/**
 * Refuses a conflict with something that exists.
 * @example
 * assert.deepEqual(conflict('taken already'), { kind: 'Conflict', message: 'taken already' })
 */
export const conflict = (message?: string | ReadonlyArray<string>): Rejection =>
  message === undefined ? { kind: 'Conflict' } : { kind: 'Conflict', message }
/** Refuses what the present state does not allow. */
export const notAllowed: Rejection = { kind: 'NotAllowed' }
/** Refuses where the present state is not the one that is presupposed. */
export const notAcceptable: Rejection = { kind: 'NotAcceptable' }
/** Refuses a request that would change nothing. */
export const notModified: Rejection = { kind: 'NotModified' }
/** Refuses a change where the resource was changed after the time that the caller names. */
export const preconditionFailed: Rejection = { kind: 'PreconditionFailed' }
/** Refuses what exceeds a size limit. */
export const tooLarge: Rejection = { kind: 'TooLarge' }
/**
 * Refuses a request that is valid but impossible.
 * @example
 * assert.deepEqual(unprocessable(), { kind: 'Unprocessable' })
 */
export const unprocessable = (message?: string | ReadonlyArray<string>): Rejection =>
  message === undefined ? { kind: 'Unprocessable' } : { kind: 'Unprocessable', message }
/**
 * Refuses with an OAuth 2.0 error (RFC 6749 §5.2).
 * @example
 * assert.equal(oauthError('invalid_grant', 'The code has expired.').error.code, 'invalid_grant')
 */
export const oauthError = (code: string, description: string): Rejection => ({
  kind: 'OAuth',
  error: { code, description },
})
/**
 * Reports that the event store is unavailable or the outcome is unknown; `position` where the write is stored.
 * @example
 * assert.deepEqual(unavailable('the store is away'), { kind: 'Unavailable', reason: 'the store is away' })
 */
export const unavailable = (reason: string, position?: number): Unavailable =>
  position === undefined ? { kind: 'Unavailable', reason } : { kind: 'Unavailable', reason, position }

/**
 * Reports that it is unknown whether the write is stored.
 * @example
 * assert.equal(outcomeUnknown('the connection was lost').inDoubt, true)
 */
export const outcomeUnknown = (reason: string): Rejection => ({ kind: 'Unavailable', reason, inDoubt: true })

/**
 * A refusal as the left side of an Either.
 * @example
 * import { notFound } from '@forgefold/core'
 * assert.deepEqual(refuse(notFound()).left, { kind: 'NotFound' })
 */
export const refuse = (rejection: Rejection): E.Either<Rejection, never> => E.left(rejection)
