import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import { alongside } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import type { Rejection } from '../../../kernel/index.js'
import type { NoteRow } from '../../discussion/queries.js'
import type { NoteableRef } from '../../discussion/use-cases/noteable.js'
import {
  answerable,
  deleteNote,
  editNote,
  type NewNote,
  reply,
  speaker,
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

const own = (forge: Forge, caller: Caller): Caller => ({ ...caller, context: alongside(forge, caller.context) })

/** Says something: the note first, where there is one, then its quick actions. `keep` keeps the note, `refusal` stands in where there is none. */
const say = async (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  body: string,
  keep: (text: string) => UseCase<NoteRow>,
  instead: () => E.Either<Rejection, unknown> | Promise<E.Either<Rejection, unknown>>,
): Promise<E.Either<Rejection, Said>> => {
  const { text, plan } = await understand(forge, caller, ref, body)
  if (plan !== undefined && plan.length > 0 && text.trim() === '') {
    const allowed = await instead()
    if (E.isLeft(allowed)) return allowed
    const done = await carryOut(forge, own(forge, caller), ref, plan)
    if (E.isLeft(done)) return done
    const { changes, summary } = done.right
    const silent = Object.keys(changes).length === 0 ? 'Failed to apply commands.' : 'Commands applied'
    return E.right({ kind: 'actions', changes, summary: [summary.length === 0 ? silent : summary.join(' ')] })
  }
  const note = await keep(text)(forge)()
  if (E.isLeft(note) || plan === undefined)
    return E.map((row: NoteRow): Said => ({ kind: 'note', note: row, changes: {} }))(note)
  const done = await carryOut(forge, own(forge, caller), ref, plan)
  return E.isLeft(done) ? done : E.right({ kind: 'note', note: note.right, changes: done.right.changes })
}

/** Begins a discussion, and takes the quick actions in what is said. Rejections: as `startDiscussion`. */
export const beginTalk =
  (caller: Caller, ref: NoteableRef, wanted: NewNote, individual: boolean): UseCase<Said> =>
  (forge) =>
  () =>
    say(
      forge,
      caller,
      ref,
      wanted.body,
      (body) => startDiscussion(caller, ref, { ...wanted, body }, individual),
      () => speaker(forge, caller, ref),
    )

/** Answers in a discussion, and takes the quick actions in the answer. Rejections: as `reply`. */
export const answerTalk =
  (caller: Caller, ref: NoteableRef, discussionId: string, wanted: NewNote): UseCase<Said> =>
  (forge) =>
  () =>
    say(
      forge,
      caller,
      ref,
      wanted.body,
      (body) => reply(caller, ref, discussionId, { ...wanted, body }),
      () => {
        const speaking = speaker(forge, caller, ref)
        if (E.isLeft(speaking)) return speaking
        return answerable(forge, speaking.right.noteable, discussionId)
      },
    )

/** Changes a note, and takes the quick actions in the new text; a note of nothing else is gone. Rejections: as `editNote`. */
export const rewriteNote =
  (caller: Caller, ref: NoteableRef, noteId: number, body: string, internal?: boolean): UseCase<Said> =>
  (forge) =>
  () =>
    say(
      forge,
      caller,
      ref,
      body,
      (text) => editNote(caller, ref, noteId, text, internal),
      () => deleteNote(caller, ref, noteId)(forge)(),
    )
