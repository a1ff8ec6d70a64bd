import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../../../kernel/index.js'
import { conflict, notFound, refuse } from '../../../kernel/index.js'
import type { AwardEmojiCommand } from './commands.js'
import { type AwardEmojiEvent, awardEmojiEvents } from './events.js'
import type { AwardEmojiState } from './state.js'

const NAME = /^[\p{Ll}0-9_+-]{1,100}$/u
/** What somebody is told who names an emoji that there is not. */
export const noSuchEmoji = notFound('Award Emoji Name is not a valid emoji name')

/** Somebody's emoji on something. */
export const awardEmoji: Aggregate<AwardEmojiCommand, AwardEmojiEvent, AwardEmojiState> = {
  category: 'award_emoji',
  stateVersion: 1,
  events: awardEmojiEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Give') {
      if (state.kind !== 'none') return refuse(conflict())
      if (!NAME.test(command.name)) return refuse(noSuchEmoji)
      const { type: _, ...data } = command
      return E.right([{ type: 'AwardGiven', data }])
    }
    return state.kind === 'live' ? E.right([{ type: 'AwardTakenBack', data: {} }]) : refuse(notFound('Award Emoji'))
  },
  evolve: (_, event) => (event.type === 'AwardGiven' ? { kind: 'live', ...event.data } : { kind: 'taken_back' }),
}
