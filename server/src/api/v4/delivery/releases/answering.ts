import { type ReleaseRow, releaseContext } from '@forgefold/core/domains/delivery/release'
import { notFound, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, type Context, reject } from '../../../../http/index.js'
import { presentRelease } from './presenter.js'

/** A release as the caller sees it; undefined where its project is deleted. */
export const shownRelease = async ({ forge, principal }: Context, row: ReleaseRow, withHtml = false) => {
  const surroundings = await releaseContext(forge, principal, row)
  return surroundings === undefined ? undefined : presentRelease(forge, row, surroundings, withHtml)
}

/** Answers with one release. */
export const answerRelease = async (
  context: Context,
  result: E.Either<Rejection, ReleaseRow>,
  { status = 200, withHtml = false } = {},
): Promise<Answer> => {
  if (E.isLeft(result)) return result
  const json = await shownRelease(context, result.right, withHtml)
  return json === undefined ? reject(notFound()) : E.right({ status, json })
}
