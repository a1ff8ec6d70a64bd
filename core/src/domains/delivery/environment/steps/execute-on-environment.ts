import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import { findEnvironmentRow } from '../access.js'
import type { EnvironmentCommand } from '../commands.js'
import { environment } from '../decider.js'
import type { EnvironmentRow } from '../queries.js'

/** Executes one command on an environment; returns its new row. */
export const executeOnEnvironment = async (
  forge: Forge,
  context: CommandContext,
  row: EnvironmentRow,
  command: EnvironmentCommand,
): Promise<E.Either<Rejection, EnvironmentRow>> => {
  const done = await forge.aggregates.execute(environment, row.id, command, context)
  return E.isLeft(done) ? done : findEnvironmentRow(forge, row.projectId, row.id)
}
