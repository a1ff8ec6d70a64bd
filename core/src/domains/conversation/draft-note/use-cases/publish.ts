import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import type { IssuableRef } from '../../../issuable/issuable.js'
import { authorizeNote } from '../../discussion/access.js'
import { wholeNote } from '../../discussion/steps/note-texts.js'
import { resolveDiscussion } from '../../discussion/use-cases/resolving.js'
import { replyWithActions, startDiscussionWithActions } from '../../quick-action/use-cases/notes.js'
import { draftNote } from '../aggregate.js'
import type { DraftNoteRow } from '../queries.js'
import { type DraftNoteRef, getDraftNote } from './read.js'

const PAGE = 100

const next = (forge: Forge, caller: Caller): Caller => ({
  ...caller,
  context: withNewCommandId(forge, caller.context),
})

/** Creates the note of a draft, unless an earlier attempt has created it. */
const say = async (forge: Forge, caller: Caller, ref: IssuableRef, row: DraftNoteRow): UseCaseResult<unknown> => {
  if (forge.read.discussions.noteById(row.noteId) !== undefined) return E.right(undefined)
  const { discussionId, position, commitId } = row
  const diff = position === null ? undefined : { position, commitId }
  const note = { id: row.noteId, body: await wholeNote(forge, row.body), internal: false, diff }
  return discussionId === null
    ? startDiscussionWithActions(forge, caller, { ref, note, individual: false })
    : replyWithActions(forge, caller, { ref, discussionId, note })
}

const publish = async (forge: Forge, caller: Caller, ref: IssuableRef, row: DraftNoteRow): UseCaseResult<void> => {
  const said = await say(forge, next(forge, caller), ref, row)
  if (E.isLeft(said)) return said
  if (row.resolves && row.discussionId !== null) {
    const wanted = { ref, discussionId: row.discussionId, resolved: true }
    const resolved = await resolveDiscussion(forge, next(forge, caller), wanted)
    if (E.isLeft(resolved)) return resolved
  }
  const done = await forge.aggregates.execute(draftNote, row.id, { type: 'Publish' }, next(forge, caller).context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Publishes a draft as a note. Rejections: `NotFound` (Project, MergeRequest, Discussion); `RecordNotFound`; `Forbidden`; those of notes. */
export const publishDraftNote: UseCase<DraftNoteRef, void> = async (forge, caller, input) => {
  const authorized = authorizeNote(forge, caller, input.ref)
  if (E.isLeft(authorized)) return authorized
  const row = getDraftNote(forge, caller, input)
  return E.isLeft(row) ? row : publish(forge, caller, input.ref, row.right)
}

/**
 * Publishes all drafts of the caller on a merge request, in order. Rejections: `NotFound` (Project, MergeRequest, Discussion); `Forbidden`;
 * those of notes, after the earlier drafts have been published.
 */
export const publishDraftNotes: UseCase<IssuableRef, void> = async (forge, caller, ref) => {
  const authorized = authorizeNote(forge, caller, ref)
  if (E.isLeft(authorized)) return authorized
  const of = { mergeRequestId: authorized.right.issuable.id, authorId: authorized.right.user.userId }
  for (;;) {
    const { rows } = forge.read.draftNotes.list(of, { page: 1, perPage: PAGE })
    if (rows.length === 0) return E.right(undefined)
    for (const row of rows) {
      const done = await publish(forge, caller, ref, row)
      if (E.isLeft(done)) return done
    }
  }
}
