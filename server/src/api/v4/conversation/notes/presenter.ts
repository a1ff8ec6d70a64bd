import type { Forge } from '@forgefold/core/app'
import { type NoteRow, noteText, suggestionsOfNote } from '@forgefold/core/domains/conversation/discussion'
import { releaseHas } from '@forgefold/core/releases'
import { userSummary } from '../../identity/users/presenter.js'
import { presentSuggestion } from '../suggestions/presenter.js'
import { presentPosition } from './diff-position-presenter.js'

const isResolvable = (row: NoteRow): boolean => row.noteableType === 'MergeRequest' && !row.discussion.individual

const typeOf = ({ discussion: { individual, diff } }: NoteRow): string | null => {
  if (diff !== undefined) return 'DiffNote'
  return individual ? null : 'DiscussionNote'
}

/** A note (docs/reference/behaviour/conversation.md#notes); `iid` is that of what it is about, `changes` what its quick actions did just now. */
export const presentNote = async (
  forge: Forge,
  row: NoteRow,
  iid: number,
  changes: Readonly<Record<string, unknown>> = {},
) => {
  const resolvable = isResolvable(row)
  const { diff } = row.discussion
  const { resolvedBy, resolvedAt } = row
  return {
    id: row.id,
    type: typeOf(row),
    body: await noteText(forge, row, iid),
    attachment: null,
    author: userSummary(forge, row.authorId),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    system: row.system !== undefined,
    noteable_id: row.noteableId,
    noteable_type: row.noteableType,
    ...(diff === undefined ? {} : { commit_id: diff.commitId, position: presentPosition(diff.position) }),
    resolvable,
    ...(resolvable
      ? {
          resolved: resolvedAt !== null,
          resolved_by: resolvedBy === null ? null : userSummary(forge, resolvedBy),
          resolved_at: resolvedAt,
        }
      : {}),
    ...(diff === undefined ? {} : { suggestions: (await suggestionsOfNote(forge, row)).map(presentSuggestion) }),
    confidential: row.internal,
    ...(releaseHas('note.internal', forge.instance.release) ? { internal: row.internal } : {}),
    noteable_iid: iid,
    commands_changes: changes,
  }
}

/** A discussion with its notes. */
export const presentDiscussion = async (forge: Forge, notes: ReadonlyArray<NoteRow>, iid: number) => {
  const [first] = notes
  return {
    id: first?.discussion.id ?? '',
    individual_note: first?.discussion.individual ?? true,
    notes: await Promise.all(notes.map((row) => presentNote(forge, row, iid))),
  }
}
