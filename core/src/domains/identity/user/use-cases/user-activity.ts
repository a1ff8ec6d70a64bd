import * as E from 'fp-ts/lib/Either.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { UseCase } from '../../../../app/forge.js'
import { dayOf } from '../../../../kernel/index.js'
import { user } from '../decider.js'
import { lastDormantDay, notesActivity } from '../instance-rules.js'

/** Records that the caller is active today, where the settings require it and it is not yet recorded; for users only. Rejections: `NotFound` (User). */
export const noteActivity: UseCase<void, void> = async (forge, { principal, context }) => {
  if (principal.kind !== 'user' || !notesActivity(forge.settings.current())) return E.right(undefined)
  const on = dayOf(forge.clock.now())
  const known = forge.read.users.byId(principal.userId)?.lastActivityOn ?? undefined
  if (known !== undefined && known >= on) return E.right(undefined)
  const done = await forge.aggregates.execute(user, principal.userId, { type: 'NoteActivity', on }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Deactivates accounts that have been dormant for the configured period; called at start and after each midnight UTC. Returns how many. */
export const deactivateDormantUsers: UseCase<void, number> = async (forge, { context }) => {
  const record = await forge.settings.reload()
  if (E.isLeft(record)) return record
  const day = lastDormantDay(forge.clock.now(), forge.settings.current(), record.right.changedAt)
  const unused = day === undefined ? [] : forge.read.users.unusedSince(day)
  return executeForEach(forge, context, unused, (userId, own) =>
    forge.aggregates.execute(user, userId, { type: 'Deactivate' }, own),
  )
}
