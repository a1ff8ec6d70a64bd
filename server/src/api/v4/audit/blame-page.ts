import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { BlamePage } from '../../../audit/audit-answers.js'
import { type Answer, type Context, linkToNext, optional, string } from '../../../http/index.js'

/** The values asked for, and the page of the events that they depend on. */
export const BLAME_PARAMS = {
  field: optional(string(), 'Only this field and those below it'),
  after: optional(string(), 'Where the page begins: the `next` link has it'),
}

/** What a page of a blame is, for the OpenAPI document. */
export const BLAME_DESCRIPTION =
  'Each value with the events that made it; where more events count than one request can try, the older ones are on the page that the `next` link leads to'

/** Answers with one page of a blame. */
export const blameReply = (
  context: Pick<Context, 'baseUrl' | 'request'>,
  found: E.Either<Rejection, BlamePage>,
): Answer =>
  E.isLeft(found)
    ? found
    : E.right({
        status: 200,
        json: found.right.blame,
        headers: found.right.next === null ? [] : [linkToNext(context, { after: found.right.next })],
      })
