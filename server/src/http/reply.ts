import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { Fragment } from './etag.js'
import type { Header } from './message.js'
import type { Answer, Reply } from './route.js'

/** 200 with JSON. */
export const ok = (json: unknown): Answer => E.right({ status: 200, json })

/** 201 with JSON. */
export const created = (json: unknown): Answer => E.right({ status: 201, json })

/** 202 with JSON. */
export const accepted = (json: unknown): Answer => E.right({ status: 202, json })

/** 204. */
const noContent: Answer = E.right({ status: 204 })

/** Any reply. */
export const answer = (reply: Reply): Answer => E.right(reply)

/** A rejection as an answer. */
export const reject = (rejection: Rejection): Answer => E.left(rejection)

/** Presents the right side; a rejection passes through. */
export const respond =
  <A>(present: (a: A) => unknown, status = 200) =>
  (result: E.Either<Rejection, A>): Answer =>
    E.isLeft(result) ? result : E.right({ status, json: present(result.right) })

/** The same with an asynchronous presenter. */
export const respondAsync =
  <A>(present: (a: A) => Promise<unknown>, status = 200) =>
  async (result: E.Either<Rejection, A>): Promise<Answer> =>
    E.isLeft(result) ? result : E.right({ status, json: await present(result.right) })

/** Presents the right side as JSON text; a rejection passes through. */
export const respondText =
  <A>(textOf: (a: A) => string, status = 200) =>
  (result: E.Either<Rejection, A>): Answer =>
    E.isLeft(result) ? result : E.right({ status, ready: textOf(result.right) })

/** A success without content; a rejection passes through. */
export const respondNoContent = (result: E.Either<Rejection, unknown>): Answer =>
  E.isLeft(result) ? result : noContent

/** Cached JSON text. */
export const fragment = ({ ready, etag, bytes }: Fragment): Answer =>
  E.right(bytes === undefined ? { status: 200, ready, etag } : { status: 200, ready, etag, bytes })

/** A stream, or a text of another type than JSON. */
export const raw = (
  contentType: string,
  body: NonNullable<Reply['raw']>['body'],
  headers: ReadonlyArray<Header> = [],
): Answer => E.right({ status: 200, raw: { contentType, body }, headers })

/** A URL for a header (RFC 9110 §10.2.2): characters other than visible ASCII are percent-encoded. */
export const locationOf = (address: string): string =>
  Buffer.from(address)
    .toString()
    .replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
