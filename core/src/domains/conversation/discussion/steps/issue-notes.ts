import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { refuse, unauthenticated } from '../../../../kernel/index.js'
import { mentionsAndReferences, referencesFrom } from '../../../issuable/references.js'
import type { IssueNotes, IssuePair } from '../../../planning/issue/issue-notes-port.js'
import { discussion } from '../decider.js'
import type { NoteData } from '../events.js'
import type { NoteRow } from '../queries.js'
import { listDiscussions } from '../use-cases/read.js'
import { noteBody, wholeNote } from './note-texts.js'

type Thread = ReadonlyArray<NoteRow>

const PAGE = 100

/** Every note of an issue that the caller may read, except system notes. */
const threadsOf = (forge: Forge, caller: Caller, { projectId, iid }: IssuePair['from']): ReadonlyArray<Thread> => {
  const ref = { type: 'Issue', project: projectId, iid } as const
  const threads: Array<Thread> = []
  for (let page = 1; ; page++) {
    const listed = listDiscussions(forge, caller, { ref, page: { page, perPage: PAGE } })
    if (E.isLeft(listed) || listed.right.rows.length === 0) return threads
    threads.push(...listed.right.rows.filter(([first]) => first !== undefined && first.system === undefined))
  }
}

const copyNote = async (
  forge: Forge,
  { principal }: Caller,
  { from, to }: IssuePair,
  row: NoteRow,
): UseCaseResult<NoteData> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const noteId = await forge.numbers.next('note')
  if (E.isLeft(noteId)) return noteId
  const text = await wholeNote(forge, row.body)
  const path = forge.read.projects.byId(from.projectId)?.fullPath
  const isElsewhere = path !== undefined && from.projectId !== to.projectId
  const said = isElsewhere ? referencesFrom(text, path) : text
  return E.right({
    noteId: noteId.right,
    authorId: row.authorId,
    createdAt: row.createdAt,
    body: await noteBody(forge, said),
    internal: row.internal,
    ...mentionsAndReferences(forge, { principal, projectId: to.projectId }, said),
  })
}

/** The most characters of JSON in one append, unless a single note has more. */
const BATCH_CHARACTERS = 128 * 1024

/** The notes in batches, one per append. */
const batchesOf = (notes: ReadonlyArray<NoteData>): ReadonlyArray<ReadonlyArray<NoteData>> => {
  const batches: Array<Array<NoteData>> = []
  let room = 0
  for (const note of notes) {
    const size = JSON.stringify(note).length
    if (size > room) {
      batches.push([])
      room = BATCH_CHARACTERS
    }
    batches.at(-1)?.push(note)
    room -= size
  }
  return batches
}

/** The copied thread has a deterministic id in the other issue, so that a repeated copy finds it. */
const copyThread = async (forge: Forge, caller: Caller, pair: IssuePair, thread: Thread): UseCaseResult<void> => {
  const { to } = pair
  const [first] = thread
  if (first === undefined) return E.right(undefined)
  const id = forge.secrets.digest(`discussion ${to.id} ${first.discussion.id}`).slice(0, 40)
  const about = { projectId: to.projectId, noteableType: 'Issue', noteableId: to.id } as const
  const { individual } = first.discussion
  const notes: Array<NoteData> = []
  for (const row of thread) {
    const note = await copyNote(forge, caller, pair, row)
    if (E.isLeft(note)) return note
    notes.push(note.right)
  }
  let from = 0
  for (const batch of batchesOf(notes)) {
    const command = { type: 'Copy', ...about, individual, notes: batch, from } as const
    const done = await forge.aggregates.execute(discussion, id, command, withNewCommandId(forge, caller.context))
    if (E.isLeft(done)) return done
    from += batch.length
  }
  return E.right(undefined)
}

/** The notes of issues, for moving and cloning issues. */
export const issueNotes: IssueNotes = {
  copy: async (forge, caller, pair) => {
    for (const thread of threadsOf(forge, caller, pair.from)) {
      const done = await copyThread(forge, caller, pair, thread)
      if (E.isLeft(done)) return done
    }
    return E.right(undefined)
  },
}
