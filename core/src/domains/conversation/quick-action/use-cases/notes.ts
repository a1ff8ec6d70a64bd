import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import type { IssuableRef } from '../../../issuable/issuable.js'
import { authorizeNote, findThreadToReply } from '../../discussion/access.js'
import type { NoteRow } from '../../discussion/queries.js'
import {
  deleteNote,
  type EditNote,
  editNote,
  type Reply,
  reply,
  type StartDiscussion,
  startDiscussion,
} from '../../discussion/use-cases/notes.js'
import {
  executePlan,
  findActionTarget,
  type Outcome,
  type Plan,
  parseFor,
  planActions,
} from '../steps/execute-actions.js'

/** The outcome of a text: a note, or the outcome of its quick actions where it holds nothing else. */
export type NoteOutcome =
  | { readonly kind: 'note'; readonly note: NoteRow; readonly changes: Outcome['changes'] }
  | ({ readonly kind: 'actions' } & Outcome)

interface ReadNote {
  readonly text: string
  readonly plan: Plan | undefined
}

/** Quick actions on an issuable that the caller may not read are not planned: storing the note then refuses it. */
const readAndPlan = async (forge: Forge, caller: Caller, ref: IssuableRef, body: string): Promise<ReadNote> => {
  const { text, actions } = parseFor(forge, ref.type, body)
  const issuable = actions.length === 0 ? undefined : findActionTarget(forge, caller, ref)
  if (issuable === undefined || E.isLeft(issuable)) return { text, plan: undefined }
  return { text, plan: await planActions(forge, caller, issuable.right, actions) }
}

/** The response where a text holds nothing but quick actions. */
const summed = ({ changes, summary }: Outcome): NoteOutcome => {
  const silent = Object.keys(changes).length === 0 ? 'Failed to apply commands.' : 'Commands applied'
  return { kind: 'actions', changes, summary: [summary.length === 0 ? silent : summary.join(' ')] }
}

const own = (forge: Forge, caller: Caller): Caller => ({ ...caller, context: withNewCommandId(forge, caller.context) })

/** How a text is stored: as a note, or, where it holds only quick actions, without one. */
interface NoteWriter {
  readonly note: (forge: Forge, text: string) => UseCaseResult<NoteRow>
  /** Refuses as for a note where the caller could not write a note either. */
  readonly nothing: (forge: Forge) => UseCaseResult<unknown>
}

/** Stores the note first, where there is one, then executes its quick actions. */
const writeWithActions = async (
  forge: Forge,
  caller: Caller,
  ref: IssuableRef,
  body: string,
  keep: NoteWriter,
): UseCaseResult<NoteOutcome> => {
  const { text, plan } = await readAndPlan(forge, caller, ref, body)
  if (plan !== undefined && plan.length > 0 && text.trim() === '') {
    const allowed = await keep.nothing(forge)
    if (E.isLeft(allowed)) return allowed
    const done = await executePlan(forge, own(forge, caller), ref, plan)
    return E.isLeft(done) ? done : E.right(summed(done.right))
  }
  const note = await keep.note(forge, text)
  if (E.isLeft(note)) return note
  if (plan === undefined) return E.right({ kind: 'note', note: note.right, changes: {} })
  const done = await executePlan(forge, own(forge, caller), ref, plan)
  return E.isLeft(done) ? done : E.right({ kind: 'note', note: note.right, changes: done.right.changes })
}

/** Starts a discussion, and carries out the quick actions of its first note. Rejections: as `startDiscussion`. */
export const startDiscussionWithActions: UseCase<StartDiscussion, NoteOutcome> = async (forge, caller, input) =>
  writeWithActions(forge, caller, input.ref, input.note.body, {
    note: (forge, body) => startDiscussion(forge, caller, { ...input, note: { ...input.note, body } }),
    nothing: async (forge) => authorizeNote(forge, caller, input.ref),
  })

/** Replies in a discussion, and carries out the quick actions of the reply. Rejections: as `reply`. */
export const replyWithActions: UseCase<Reply, NoteOutcome> = async (forge, caller, input) =>
  writeWithActions(forge, caller, input.ref, input.note.body, {
    note: (forge, body) => reply(forge, caller, { ...input, note: { ...input.note, body } }),
    nothing: async (forge) => {
      const authorized = authorizeNote(forge, caller, input.ref)
      return E.isLeft(authorized) ? authorized : findThreadToReply(forge, authorized.right.issuable, input.discussionId)
    },
  })

/** Changes a note, and carries out the quick actions of the new text; a note of nothing else is deleted. Rejections: as `editNote`. */
export const editNoteWithActions: UseCase<EditNote, NoteOutcome> = async (forge, caller, input) => {
  if (input.body === undefined) {
    const note = await editNote(forge, caller, input)
    return E.isLeft(note) ? note : E.right({ kind: 'note', note: note.right, changes: {} })
  }
  return writeWithActions(forge, caller, input.ref, input.body, {
    note: (forge, body) => editNote(forge, caller, { ...input, body }),
    nothing: (forge) => deleteNote(forge, caller, { ref: input.ref, noteId: input.noteId }),
  })
}
