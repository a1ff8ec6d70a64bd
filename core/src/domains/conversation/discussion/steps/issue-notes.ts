import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { refuse, unauthenticated } from '../../../../kernel/index.js'
import { mentionsAndReferences, referencesFrom } from '../../../issuable/references.js'
import type { IssueNotes, IssuePair } from '../../../planning/issue/issue-notes.js'
import { discussion } from '../decider.js'
import type { NoteData } from '../events.js'
import type { NoteRow } from '../queries.js'
import { listDiscussions } from '../use-cases/read.js'
import { noteBody, wholeNote } from './note-texts.js'

type Thread = ReadonlyArray<NoteRow>

const PAGE = 100

/** Everything that the caller reads of an issue, but for what the forge itself says of it. */
const threadsOf = (forge: Forge, caller: Caller, { projectId, iid }: IssuePair['from']): ReadonlyArray<Thread> => {
  const ref = { type: 'Issue', project: projectId, iid } as const
  const threads: Array<Thread> = []
  for (let page = 1; ; page++) {
    const listed = listDiscussions(forge, caller, { ref, page: { page, perPage: PAGE } })
    if (E.isLeft(listed) || listed.right.rows.length === 0) return threads
    threads.push(...listed.right.rows.filter(([first]) => first !== undefined && first.system === undefined))
  }
}

const noteThere = async (
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
    body: await noteBody(forge, said),
    internal: row.internal,
    ...mentionsAndReferences(forge, { principal, projectId: to.projectId }, said),
  })
}

const copyThread = async (forge: Forge, caller: Caller, pair: IssuePair, thread: Thread): UseCaseResult<void> => {
  const { to } = pair
  let id: string | undefined
  for (const row of thread) {
    const note = await noteThere(forge, caller, pair, row)
    if (E.isLeft(note)) return note
    const context = { ...withNewCommandId(forge, caller.context), at: row.createdAt }
    const about = { projectId: to.projectId, noteableType: 'Issue', noteableId: to.id } as const
    const { individual } = row.discussion
    const command =
      id === undefined
        ? ({ type: 'Start', note: note.right, ...about, individual } as const)
        : ({ type: 'Reply', note: note.right } as const)
    id ??= forge.secrets.digest(`discussion ${to.id} ${row.discussion.id}`).slice(0, 40)
    const done = await forge.aggregates.execute(discussion, id, command, context)
    if (E.isLeft(done)) return done
  }
  return E.right(undefined)
}

/** What people said about issues, for issues that are moved and cloned. */
export const issueNotes: IssueNotes = {
  copy: async (forge, caller, pair) => {
    for (const thread of threadsOf(forge, caller, pair.from)) {
      const done = await copyThread(forge, caller, pair, thread)
      if (E.isLeft(done)) return done
    }
    return E.right(undefined)
  },
}
