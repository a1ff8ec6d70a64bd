import type { Forge } from '@forgefold/core/app'
import type { JobRow } from '@forgefold/core/domains/delivery/pipeline'
import { notFound, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, answer, reject } from '../../../../http/index.js'
import { presentJobs } from './presenter.js'

/** Answers with a job; 404 where its pipeline was deleted. */
export const jobAnswer = async (forge: Forge, found: E.Either<Rejection, JobRow>, status = 200): Promise<Answer> => {
  if (E.isLeft(found)) return found
  const [json] = await presentJobs(forge, [found.right])
  return json === undefined ? reject(notFound()) : answer({ status, json })
}
