import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import { environment } from '../decider.js'

/** Deletes a stopped environment with its deployments. Rejections: `Forbidden` while it is not stopped; `RecordNotFound`; `Unavailable`. */
export const eraseEnvironment = async (
  forge: Forge,
  context: CommandContext,
  id: number,
): Promise<E.Either<Rejection, void>> => {
  const gone = await forge.aggregates.execute(environment, id, { type: 'Delete' }, context)
  if (E.isLeft(gone)) return gone
  await forge.environmentDeployments.deleteAll(context, id)
  return E.right(undefined)
}
