import type { Forge } from '@forgefold/core/app'
import {
  type FeedRow,
  noteableOfEntry,
  noteOfEntry,
  type PushSummary,
  summarizePush,
} from '@forgefold/core/domains/conversation/event-feed'
import { shownMessage, titleOf } from '@forgefold/core/domains/projects/repository'
import type { ObjectId } from '@forgefold/core/ports'
import { userSummary } from '../../identity/users/presenter.js'
import { presentCommitNote } from '../commit-comments/note-presenter.js'
import { presentNotes } from '../notes/presenter.js'

const TARGET_TYPES = { issue: 'Issue', merge_request: 'MergeRequest', milestone: 'Milestone', note: 'Note' } as const

const PUSHED = { created: 'pushed new', removed: 'deleted', pushed: 'pushed to' } as const

/** `action_name` of the actions. */
const actionName = ({ action, subject }: FeedRow, push: PushSummary | undefined): string => {
  switch (action) {
    case 'pushed':
      return PUSHED[push?.action ?? 'pushed']
    case 'merged':
      return 'accepted'
    case 'commented':
      return 'commented on'
    case 'expired':
      return 'removed due to membership expiration from'
    case 'created':
      return subject === null ? 'created' : 'opened'
    case 'reopened':
      return 'opened'
    default:
      return action
  }
}

const pushData = (push: PushSummary) => ({
  commit_count: push.commits,
  action: push.action,
  ref_type: push.refType,
  commit_from: push.from,
  commit_to: push.to,
  ref: push.ref,
  commit_title: push.title,
  ref_count: push.refs,
})

interface Noted {
  readonly note?: object
  readonly type: string | null
  readonly title: string | null
}

type PresentedNotes = ReadonlyMap<number, Awaited<ReturnType<typeof presentNotes>>[number]>

/** The notes of issues and merge requests in entries, by id. */
const notesOf = async (forge: Forge, rows: ReadonlyArray<FeedRow>): Promise<PresentedNotes> => {
  const notes = rows.flatMap((row) => {
    const { onIssuable } = noteOfEntry(forge, row)
    const about = onIssuable === undefined ? undefined : noteableOfEntry(forge, row)
    return onIssuable === undefined || about === undefined ? [] : [{ row: onIssuable, iid: about.iid }]
  })
  return new Map((await presentNotes(forge, notes)).map((note) => [note.id, note]))
}

/** The note of an entry, with its type, and the title of its subject. */
const noted = async (forge: Forge, row: FeedRow, notes: PresentedNotes): Promise<Noted> => {
  const { subject } = row
  const { onIssuable, onCommit } = noteOfEntry(forge, row)
  const note = onIssuable === undefined ? undefined : notes.get(onIssuable.id)
  if (note !== undefined) return { note, type: note.type ?? 'Note', title: noteableOfEntry(forge, row)?.title ?? null }
  if (onCommit !== undefined) {
    const note = await presentCommitNote(forge, onCommit)
    const commit = await forge.git.of(row.projectId).commit(onCommit.sha as ObjectId)
    return {
      note,
      type: note.type ?? 'Note',
      title: commit === undefined ? null : titleOf(shownMessage(commit.message)),
    }
  }
  return { type: subject === null ? null : TARGET_TYPES[subject.type], title: subject?.title ?? null }
}

const presentEntry = async (forge: Forge, row: FeedRow, notes: PresentedNotes) => {
  const { subject } = row
  const push = row.push === null ? undefined : await summarizePush(forge, row.projectId, row.push)
  const author = userSummary(forge, row.authorId)
  const { note, type, title } = await noted(forge, row, notes)
  return {
    id: row.id,
    project_id: row.projectId,
    action_name: actionName(row, push),
    target_id: subject?.id ?? null,
    target_iid: subject?.iid ?? null,
    target_type: type,
    author_id: row.authorId,
    target_title: title,
    created_at: row.createdAt,
    ...(note === undefined ? {} : { note }),
    author,
    ...(push === undefined ? {} : { push_data: pushData(push) }),
    author_username: author.username,
  }
}

/** Entries of a feed (docs/reference/behaviour/conversation.md#event-feeds). */
export const presentEntries = async (forge: Forge, rows: ReadonlyArray<FeedRow>) => {
  const notes = await notesOf(forge, rows)
  return Promise.all(rows.map((row) => presentEntry(forge, row, notes)))
}
