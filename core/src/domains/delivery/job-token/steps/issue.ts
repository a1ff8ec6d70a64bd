import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import type { JobRow } from '../../pipeline/queries.js'
import { jobToken } from '../aggregate.js'

const TOKEN_LENGTH = 20

/** Issues the token of a job that starts to run, once; empty where the job acts for no user. Rejections: `Conflict`; `Unavailable`. */
export const issueJobToken = async (
  forge: Forge,
  context: CommandContext,
  { id: jobId, pipelineId, projectId, userId }: JobRow,
): Promise<E.Either<Rejection, string>> => {
  if (userId === null) return E.right('')
  const token = forge.secrets.token(TOKEN_LENGTH)
  const digest = forge.secrets.digest(token)
  const command = { type: 'Issue', jobId, pipelineId, projectId, userId, digest } as const
  const issued = await forge.aggregates.execute(jobToken, jobId, command, withNewCommandId(forge, context))
  return E.isLeft(issued) ? issued : E.right(token)
}
