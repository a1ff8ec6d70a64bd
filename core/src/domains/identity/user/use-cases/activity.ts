import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { dayOf } from '../../../../kernel/index.js'
import { user } from '../decider.js'
import { lastDormantDay, notesActivity } from '../instance-rules.js'

/** Notes that somebody uses the instance today, where that is asked for and not known yet. Rejections: `NotFound` (User). */
export const noteActivity = async (
  forge: Forge,
  input: { readonly userId: number; readonly context: CommandContext },
): UseCaseResult<void> => {
  const on = dayOf(forge.clock.now())
  const known = forge.read.users.byId(input.userId)?.lastActivityOn ?? undefined
  if (!notesActivity(forge.settings.current()) || (known !== undefined && known >= on)) return E.right(undefined)
  const command = { type: 'NoteActivity', on } as const
  return E.map((): void => undefined)(await forge.aggregates.execute(user, input.userId, command, input.context))
}

/** Puts accounts to sleep that nobody has used for as long as the settings say; to be called at start and after each midnight UTC. Gives how many. */
export const deactivateDormantUsers = async (
  forge: Forge,
  input: { readonly contextOf: () => CommandContext },
): UseCaseResult<number> => {
  const record = await forge.settings.reload()
  if (E.isLeft(record)) return record
  const day = lastDormantDay(forge.clock.now(), forge.settings.current(), record.right.changedAt)
  const unused = day === undefined ? [] : forge.read.users.unusedSince(day)
  for (const userId of unused) {
    const done = await forge.aggregates.execute(user, userId, { type: 'Deactivate' }, input.contextOf())
    if (E.isLeft(done)) return done
  }
  return E.right(unused.length)
}
