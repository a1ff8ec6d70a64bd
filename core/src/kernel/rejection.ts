import * as E from 'fp-ts/lib/Either.js'
import type { FieldErrors } from './field-errors.js'

/** An OAuth 2.0 error code with its description (RFC 6749 §5.2, RFC 6750 §3.1). */
export interface OAuthError {
  readonly code: string
  readonly description: string
}

/**
 * Every way in which Forgefold refuses.
 *
 * Rejections are values and know nothing of HTTP: only the server turns them into statuses and bodies.
 */
export type Rejection =
  /** Nobody is signed in and somebody has to be. */
  | { readonly kind: 'Unauthenticated' }
  /** The credential presented was once good: it has expired or was revoked. */
  | { readonly kind: 'InvalidToken'; readonly description: string }
  /** The token's scopes do not reach this far; `scopes` are those that would. */
  | { readonly kind: 'InsufficientScope'; readonly scopes: ReadonlyArray<string> }
  /** The caller is known and may not do this. */
  | { readonly kind: 'Forbidden'; readonly reason?: string }
  /** The same, in a sentence of its own. */
  | { readonly kind: 'Denied'; readonly message: string }
  /** Something named in the request is missing or hidden from the caller (`what` as in "Project"). */
  | { readonly kind: 'NotFound'; readonly what?: string }
  /** The same, in a sentence of its own. */
  | { readonly kind: 'Missing'; readonly message: string }
  /** A record looked up by its number is missing. */
  | { readonly kind: 'RecordNotFound' }
  /** Fields of the thing are wrong, each with its reasons. */
  | { readonly kind: 'Invalid'; readonly fields: FieldErrors }
  /** The request as a whole makes no sense; `reason` is the whole sentence where one is given. */
  | { readonly kind: 'BadRequest'; readonly reason?: string }
  /** A refusal of the domain in one sentence of its own, or several. */
  | {
      readonly kind: 'Refused'
      readonly message: string | ReadonlyArray<string>
      /** For programs: `conflict`, `empty`. */
      readonly code?: string
      /** Nothing would have been changed. */
      readonly dryRun?: boolean
    }
  /** A parameter is missing or malformed; the text lists every finding. */
  | { readonly kind: 'BadParameters'; readonly error: string }
  /** The state of the thing does not allow this now; `message` is the whole sentence where one is given. */
  | { readonly kind: 'NotAllowed'; readonly message?: string }
  /** The thing is not in the condition that the request presupposes. */
  | { readonly kind: 'NotAcceptable' }
  /** It collides with something that exists; `message` may be one sentence or several. */
  | { readonly kind: 'Conflict'; readonly message?: string | ReadonlyArray<string> }
  /** The caller's copy is older than the thing. */
  | { readonly kind: 'PreconditionFailed' }
  /** It already is as asked. */
  | { readonly kind: 'NotModified' }
  /** It is larger than the limit. */
  | { readonly kind: 'TooLarge' }
  /** Well-formed, understood and still impossible. */
  | { readonly kind: 'Unprocessable'; readonly message?: string | ReadonlyArray<string> }
  /** Asked too often; `seconds` to wait where they are told. */
  | { readonly kind: 'Throttled'; readonly message: string; readonly seconds?: number }
  /** The OAuth endpoints' own family. */
  | { readonly kind: 'OAuth'; readonly error: OAuthError }
  /** The instance takes no writes now. */
  | { readonly kind: 'ReadOnly'; readonly message: string }
  /** The store could not be reached, or the outcome is not known yet. */
  | {
      readonly kind: 'Unavailable'
      /** For the log: it may come from inside the store. */
      readonly reason: string
      /** The write is stored there, and not shown yet. */
      readonly position?: number
      /** True where the write may be stored or not. */
      readonly inDoubt?: true
    }

/** The store does not answer, or the outcome is not known. */
export type Unavailable = Extract<Rejection, { readonly kind: 'Unavailable' }>

export type RejectionKind = Rejection['kind']

/** Refuses who is nobody, and has to be somebody. */
export const unauthenticated: Rejection = { kind: 'Unauthenticated' }
/**
 * Refuses a known caller who lacks the right; with a reason where one is documented.
 * @example
 * assert.deepEqual(forbidden(), { kind: 'Forbidden' })
 */
export const forbidden = (reason?: string): Rejection =>
  reason === undefined ? { kind: 'Forbidden' } : { kind: 'Forbidden', reason }
/**
 * The same, in a sentence of its own.
 * @example
 * assert.deepEqual(denied('not on a Sunday'), { kind: 'Denied', message: 'not on a Sunday' })
 */
export const denied = (message: string): Rejection => ({ kind: 'Denied', message })
/**
 * Refuses what is missing or hidden; `what` as in "Project".
 * @example
 * assert.deepEqual(notFound('Project'), { kind: 'NotFound', what: 'Project' })
 */
export const notFound = (what?: string): Rejection =>
  what === undefined ? { kind: 'NotFound' } : { kind: 'NotFound', what }
/**
 * The same, in a sentence of its own.
 * @example
 * assert.deepEqual(missing('no such branch'), { kind: 'Missing', message: 'no such branch' })
 */
export const missing = (message: string): Rejection => ({ kind: 'Missing', message })
/** Refuses a number that names nothing. */
export const recordNotFound: Rejection = { kind: 'RecordNotFound' }
/**
 * Refuses fields, each with its reasons.
 * @example
 * assert.deepEqual(invalid({ title: ["can't be blank"] }).fields, { title: ["can't be blank"] })
 */
export const invalid = (fields: FieldErrors): Rejection => ({ kind: 'Invalid', fields })
/**
 * Refuses what makes no sense as a whole.
 * @example
 * assert.deepEqual(badRequest('nothing to do'), { kind: 'BadRequest', reason: 'nothing to do' })
 */
export const badRequest = (reason?: string): Rejection =>
  reason === undefined ? { kind: 'BadRequest' } : { kind: 'BadRequest', reason }
/**
 * Refuses in a sentence of the domain; with a code for programs where there is one.
 * @example
 * assert.deepEqual(refused('the branch is empty'), { kind: 'Refused', message: 'the branch is empty' })
 */
export const refused = (message: string | ReadonlyArray<string>, code?: string, dryRun?: boolean): Rejection =>
  code === undefined ? { kind: 'Refused', message } : { kind: 'Refused', message, code, dryRun: dryRun === true }
/**
 * Refuses parameters; the text lists every finding.
 * @example
 * assert.equal(badParameters('ref is missing').kind, 'BadParameters')
 */
export const badParameters = (error: string): Rejection => ({ kind: 'BadParameters', error })
/**
 * Refuses what collides with something that exists.
 * @example
 * assert.deepEqual(conflict('taken already'), { kind: 'Conflict', message: 'taken already' })
 */
export const conflict = (message?: string | ReadonlyArray<string>): Rejection =>
  message === undefined ? { kind: 'Conflict' } : { kind: 'Conflict', message }
/** Refuses what the state of the thing does not allow now. */
export const notAllowed: Rejection = { kind: 'NotAllowed' }
/** Refuses where the thing is not in the condition that is presupposed. */
export const notAcceptable: Rejection = { kind: 'NotAcceptable' }
/** Refuses what already is as asked. */
export const notModified: Rejection = { kind: 'NotModified' }
/** Refuses a caller whose copy is older than the thing. */
export const preconditionFailed: Rejection = { kind: 'PreconditionFailed' }
/** Refuses what is larger than the limit. */
export const tooLarge: Rejection = { kind: 'TooLarge' }
/**
 * Refuses what is well-formed, understood and still impossible.
 * @example
 * assert.deepEqual(unprocessable(), { kind: 'Unprocessable' })
 */
export const unprocessable = (message?: string | ReadonlyArray<string>): Rejection =>
  message === undefined ? { kind: 'Unprocessable' } : { kind: 'Unprocessable', message }
/**
 * Refuses in the words of OAuth 2.0 (RFC 6749 §5.2).
 * @example
 * assert.equal(oauthError('invalid_grant', 'The code has expired.').error.code, 'invalid_grant')
 */
export const oauthError = (code: string, description: string): Rejection => ({
  kind: 'OAuth',
  error: { code, description },
})
/**
 * Tells that the store cannot be reached or the outcome is not known; `position` where it is stored already.
 * @example
 * assert.deepEqual(unavailable('the store is away'), { kind: 'Unavailable', reason: 'the store is away' })
 */
export const unavailable = (reason: string, position?: number): Unavailable =>
  position === undefined ? { kind: 'Unavailable', reason } : { kind: 'Unavailable', reason, position }

/**
 * Tells that nobody knows whether the write is stored.
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
