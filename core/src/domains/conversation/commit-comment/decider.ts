import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../../../kernel/index.js'
import { conflict, refuse, refused } from '../../../kernel/index.js'
import type { CommitCommentCommand } from './commands.js'
import { type CommitCommentEvent, commitCommentEvents } from './events.js'
import type { CommitCommentState } from './state.js'

/** What somebody is told who says nothing. */
export const blankComment = refused('Failed to save note {:note=>["can\'t be blank"]}')

/** What somebody said of a commit. */
export const commitComment: Aggregate<CommitCommentCommand, CommitCommentEvent, CommitCommentState> = {
  category: 'commit_comment',
  stateVersion: 1,
  events: commitCommentEvents,
  initial: { kind: 'none' },
  decide:
    ({ type: _, ...data }) =>
    (state) => {
      if (state.kind !== 'none') return refuse(conflict())
      if (data.body.text.trim() === '') return refuse(blankComment)
      return E.right([{ type: 'CommitCommentAdded', data }])
    },
  evolve: () => ({ kind: 'said' }),
}
