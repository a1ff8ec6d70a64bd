import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../app/caller.js'
import { alongside } from '../../app/command-context.js'
import type { UseCase } from '../../app/forge.js'
import { forbidden, notFound, refuse, streamOf, unauthenticated, unavailable } from '../../kernel/index.js'
import { findNoteable, type NoteableRef } from '../discussion/use-cases/noteable.js'
import { mayInProject } from '../project/access.js'
import { awardEmoji, emojiNamed } from './decider.js'
import type { AwardData } from './events.js'
import type { AwardRow } from './queries.js'

/** Nobody gives the same emoji twice to the same thing. */
const nameOf = ({ userId, name, awardableType, awardableId }: AwardData) => ({
  kind: 'award_emoji',
  name: [awardableType, awardableId, userId, name].join('\0'),
})

const taken = notFound('Award Emoji Name has already been taken')

/** Gives an emoji. Rejections: `NotFound` (Project; also a name that is none, or was given), `RecordNotFound`, `Forbidden`. */
export const giveAward =
  ({ principal, context }: Caller, ref: NoteableRef, emoji: string): UseCase<AwardRow> =>
  (forge) =>
  async () => {
    if (principal.kind !== 'user') return refuse(unauthenticated)
    const found = findNoteable(forge, principal, ref)
    if (E.isLeft(found)) return found
    const { type, id: awardableId, project } = found.right
    if (!mayInProject(project, 'award_emoji')) return refuse(forbidden())
    const data = { userId: principal.userId, name: emojiNamed(emoji), awardableType: type, awardableId }
    const command = { type: 'Give', ...data } as const
    const sound = awardEmoji.decide(command)(awardEmoji.initial)
    if (E.isLeft(sound)) return sound
    const id = await forge.numbers.next('award_emoji')
    if (E.isLeft(id)) return id
    const reserved = await forge.reservations.take(nameOf(data), streamOf(awardEmoji, id.right), context)
    if (E.isLeft(reserved)) return reserved.left.kind === 'Conflict' ? refuse(taken) : reserved
    const done = await forge.aggregates.execute(awardEmoji, id.right, command, alongside(forge, context))
    if (E.isLeft(done)) return done
    const row = forge.read.awards.find(type, awardableId, id.right)
    return row === undefined ? refuse(unavailable('the read model does not show the award')) : E.right(row)
  }

/** Takes an emoji back: one's own, administrators any. Rejections: `NotFound` (Project, Award Emoji), `RecordNotFound`, `Unauthenticated`. */
export const takeAwardBack =
  ({ principal, context }: Caller, ref: NoteableRef, id: number): UseCase<void> =>
  (forge) =>
  async () => {
    if (principal.kind !== 'user') return refuse(unauthenticated)
    const found = findNoteable(forge, principal, ref)
    if (E.isLeft(found)) return found
    const row = forge.read.awards.find(found.right.type, found.right.id, id)
    if (row === undefined) return refuse(notFound('Award Emoji'))
    if (row.userId !== principal.userId && !principal.admin) return refuse(unauthenticated)
    if (!mayInProject(found.right.project, 'award_emoji')) return refuse(forbidden())
    const done = await forge.aggregates.execute(awardEmoji, id, { type: 'TakeBack' }, context)
    if (E.isLeft(done)) return done
    return forge.reservations.release(nameOf(row), streamOf(awardEmoji, id), alongside(forge, context))
  }
