import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import type { ApprovalsReset } from '../commands.js'
import { mergeRequest } from '../decider.js'
import type { Version } from '../events.js'
import type { MergeRequestRow } from '../queries.js'
import { measureVersion } from './measure-version.js'

/** Records how the branches stand now, where that is news. */
export const refreshVersion = async (
  forge: Forge,
  row: MergeRequestRow,
  cause: Version['cause'],
  context: CommandContext,
  resets: ApprovalsReset = 'none',
): Promise<E.Either<Rejection, Version>> => {
  const version = await measureVersion(forge, row, cause)
  if (E.isLeft(version)) return version
  const command = { type: 'RecordVersion', version: version.right, resets } as const
  const done = await forge.aggregates.execute(mergeRequest, row.id, command, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : version
}
