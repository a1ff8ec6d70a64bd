import type { Forge } from '@forgefold/core/app'
import { type ListedCommit, type SystemNote, systemText } from '@forgefold/core/domains/conversation/activity'
import type { NoteRow } from '@forgefold/core/domains/conversation/discussion'
import { hoursAtMost } from '@forgefold/core/domains/issuable'
import { titleOf } from '@forgefold/core/domains/projects/repository'
import { commitsOf } from '@forgefold/core/domains/review/merge-request'

type Pushed = Extract<SystemNote, { readonly kind: 'commits' }>

/** The commits of the later version that the earlier one did not have, oldest first. */
const pushedCommits = async (
  forge: Forge,
  row: NoteRow,
  { from, to }: Pushed,
): Promise<ReadonlyArray<ListedCommit>> => {
  const later = forge.read.mergeRequests.version(row.noteableId, to)
  const earlier = forge.read.mergeRequests.version(row.noteableId, from)
  if (later === undefined) return []
  const before = earlier === undefined ? [] : await commitsOf(forge, row.projectId, earlier)
  const known = new Set(before.map(({ id }) => id))
  const commits = (await commitsOf(forge, row.projectId, later)).filter(({ id }) => !known.has(id))
  return commits.map(({ id, message }) => ({ id, title: titleOf(message) })).reverse()
}

const comparison = (forge: Forge, row: NoteRow, { from, to }: Pushed, iid: number): string => {
  const path = forge.read.projects.byId(row.projectId)?.fullPath ?? ''
  const start = forge.read.mergeRequests.version(row.noteableId, from)?.head ?? ''
  return `/${path}/-/merge_requests/${iid}/diffs?diff_id=${to}&start_sha=${start}`
}

/** How another project is called beside this one: by its name in the same namespace, else by its path. */
const placeOf = (forge: Forge, row: NoteRow, note: SystemNote): string => {
  if (!('by' in note) || note.projectId === undefined) return ''
  const here = forge.read.projects.byId(row.projectId)
  const there = forge.read.projects.byId(note.projectId)
  return (there?.namespaceId === here?.namespaceId ? there?.path : there?.fullPath) ?? ''
}

/** What the forge says in a system note; `iid` is that of what it is about. */
export const systemBody = async (forge: Forge, row: NoteRow, note: SystemNote, iid: number): Promise<string> =>
  systemText(note, {
    noteable: row.noteableType,
    nameOf: (userId) => `@${forge.read.users.byId(userId)?.username ?? 'ghost'}`,
    place: placeOf(forge, row, note),
    hoursAtMost: hoursAtMost(forge.settings.current()),
    commits: note.kind === 'commits' ? await pushedCommits(forge, row, note) : [],
    comparison: note.kind === 'commits' ? comparison(forge, row, note, iid) : '',
  })
