import type { Forge } from '@forgefold/core/app'
import {
  type NoteRow,
  noteText,
  type SuggestionView,
  suggestionsOfNotes,
} from '@forgefold/core/domains/conversation/discussion'
import { releaseHas } from '@forgefold/core/releases'
import { inTurns } from '../../../../http/index.js'
import { userSummary } from '../../identity/users/presenter.js'
import { presentSuggestion } from '../suggestions/presenter.js'
import { presentPosition } from './diff-position-presenter.js'

const isResolvable = (row: NoteRow): boolean => row.noteableType === 'MergeRequest' && !row.discussion.individual

const typeOf = ({ discussion: { individual, diff } }: NoteRow): string | null => {
  if (diff !== undefined) return 'DiffNote'
  return individual ? null : 'DiscussionNote'
}

/** A note with its issuable and the effects of its quick actions. */
export interface NoteToPresent {
  readonly row: NoteRow
  /** The iid of the issuable. */
  readonly iid: number
  readonly changes?: Readonly<Record<string, unknown>>
}

const presentOne = async (
  forge: Forge,
  { row, iid, changes = {} }: NoteToPresent,
  suggestions: ReadonlyArray<SuggestionView>,
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
    ...(diff === undefined ? {} : { suggestions: suggestions.map(presentSuggestion) }),
    confidential: row.internal,
    ...(releaseHas('note.internal', forge.instance.release) ? { internal: row.internal } : {}),
    noteable_iid: iid,
    commands_changes: changes,
  }
}

/** Notes (docs/reference/behaviour/conversation.md#notes), presented together: a file with several suggestions is read once. */
export const presentNotes = async (forge: Forge, notes: ReadonlyArray<NoteToPresent>) => {
  const suggestions = await suggestionsOfNotes(
    forge,
    notes.map(({ row }) => row),
  )
  const shown: Array<Awaited<ReturnType<typeof presentOne>>> = []
  for await (const part of inTurns(notes))
    shown.push(...(await Promise.all(part.map((note) => presentOne(forge, note, suggestions.get(note.row.id) ?? [])))))
  return shown
}

/** One note. */
export const presentNote = async (forge: Forge, note: NoteToPresent) => {
  const views = await suggestionsOfNotes(forge, [note.row])
  return presentOne(forge, note, views.get(note.row.id) ?? [])
}

/** Discussions of one issuable, each with its notes. */
export const presentDiscussions = async (forge: Forge, threads: ReadonlyArray<ReadonlyArray<NoteRow>>, iid: number) => {
  const shown = await presentNotes(
    forge,
    threads.flat().map((row) => ({ row, iid })),
  )
  const byId = new Map(shown.map((note) => [note.id, note]))
  return threads.map((notes) => {
    const [first] = notes
    return {
      id: first?.discussion.id ?? '',
      individual_note: first?.discussion.individual ?? true,
      notes: notes.flatMap(({ id }) => byId.get(id) ?? []),
    }
  })
}
