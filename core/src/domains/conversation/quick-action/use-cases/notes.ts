import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import type { NoteRow } from '../../discussion/queries.js'
import { type NoteableRef, speaker } from '../../discussion/use-cases/note-access.js'
import {
  answerable,
  deleteNote,
  editNote,
  type NewNote,
  reply,
  startDiscussion,
} from '../../discussion/use-cases/notes.js'
import { carryOut, type Outcome, type Plan, planActions, readFor } from './plan.js'
import { subjectOf } from './subject.js'

/** What came of something said: a note, or, where it was nothing but quick actions, what they did. */
export type Said =
  | { readonly kind: 'note'; readonly note: NoteRow; readonly changes: Outcome['changes'] }
  | ({ readonly kind: 'actions' } & Outcome)

interface Understood {
  readonly text: string
  readonly plan: Plan | undefined
}

/** What is hidden is not understood: whoever keeps the note refuses it in the words of notes. */
const understand = async (forge: Forge, caller: Caller, ref: NoteableRef, body: string): Promise<Understood> => {
  const { text, actions } = readFor(forge, ref.type, body)
  const subject = actions.length === 0 ? undefined : subjectOf(forge, caller.principal, ref)
  if (subject === undefined || E.isLeft(subject)) return { text, plan: undefined }
  return { text, plan: await planActions(forge, caller, subject.right, actions) }
}

/** What is answered where nothing but quick actions was said. */
const summed = ({ changes, summary }: Outcome): Said => {
  const silent = Object.keys(changes).length === 0 ? 'Failed to apply commands.' : 'Commands applied'
  return { kind: 'actions', changes, summary: [summary.length === 0 ? silent : summary.join(' ')] }
}

const own = (forge: Forge, caller: Caller): Caller => ({ ...caller, context: withNewCommandId(forge, caller.context) })

/** How something said is kept: as a note, or, where nothing but quick actions was said, by what stands in for it. */
interface Keeping {
  readonly note: (forge: Forge, text: string) => UseCaseResult<NoteRow>
  /** Refuses in the words of notes where no note could be kept either. */
  readonly nothing: (forge: Forge) => UseCaseResult<unknown>
}

/** Says something: the note first, where there is one, then its quick actions. */
const say = async (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  body: string,
  keep: Keeping,
): UseCaseResult<Said> => {
  const { text, plan } = await understand(forge, caller, ref, body)
  if (plan !== undefined && plan.length > 0 && text.trim() === '') {
    const allowed = await keep.nothing(forge)
    if (E.isLeft(allowed)) return allowed
    const done = await carryOut(forge, own(forge, caller), ref, plan)
    return E.isLeft(done) ? done : E.right(summed(done.right))
  }
  const note = await keep.note(forge, text)
  if (E.isLeft(note)) return note
  if (plan === undefined) return E.right({ kind: 'note', note: note.right, changes: {} })
  const done = await carryOut(forge, own(forge, caller), ref, plan)
  return E.isLeft(done) ? done : E.right({ kind: 'note', note: note.right, changes: done.right.changes })
}

/** Begins a discussion, and takes the quick actions in what is said. Rejections: as `startDiscussion`. */
export const beginTalk = (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  wanted: NewNote,
  individual: boolean,
): UseCaseResult<Said> =>
  say(forge, caller, ref, wanted.body, {
    note: (forge, body) => startDiscussion(forge, caller, ref, { ...wanted, body }, individual),
    nothing: async (forge) => speaker(forge, caller, ref),
  })

/** Answers in a discussion, and takes the quick actions in the answer. Rejections: as `reply`. */
export const answerTalk = (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  discussionId: string,
  wanted: NewNote,
): UseCaseResult<Said> =>
  say(forge, caller, ref, wanted.body, {
    note: (forge, body) => reply(forge, caller, ref, discussionId, { ...wanted, body }),
    nothing: async (forge) => {
      const speaking = speaker(forge, caller, ref)
      return E.isLeft(speaking) ? speaking : answerable(forge, speaking.right.noteable, discussionId)
    },
  })

/** Changes a note, and takes the quick actions in the new text; a note of nothing else is gone. Rejections: as `editNote`. */
export const rewriteNote = (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  noteId: number,
  body: string,
  internal?: boolean,
): UseCaseResult<Said> =>
  say(forge, caller, ref, body, {
    note: (forge, text) => editNote(forge, caller, ref, noteId, text, internal),
    nothing: (forge) => deleteNote(forge, caller, ref, noteId),
  })
