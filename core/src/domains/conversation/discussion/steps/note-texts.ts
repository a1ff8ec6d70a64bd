import type { Forge } from '../../../../app/forge.js'
import { excerpted, wholeText } from '../../../../app/long-text.js'
import { badRequest, type Rejection, tooLong } from '../../../../kernel/index.js'
import { showsHoursOnly } from '../../../issuable/duration.js'
import { shownMessage, titleOf } from '../../../projects/repository/commit-text.js'
import { commitsOf } from '../../../review/merge-request/steps/changes.js'
import type { SystemNote } from '../../activity/activity.js'
import { type ListedCommit, systemText } from '../../activity/system-text.js'
import type { NoteBody } from '../events.js'
import type { NoteRow } from '../queries.js'

/** The most characters of a note. */
const MAX_NOTE_LENGTH = 1_000_000

/** The error in the text of a note, in the API's words; undefined where there is none. Blank texts are refused by the decider. */
export const textFindings = (text: string): string | undefined => {
  const [finding] = tooLong(text, MAX_NOTE_LENGTH)
  return finding === undefined ? undefined : `{:note=>["${finding}"]}`
}

/** The refusal of a note with this text; undefined where it is valid. */
export const textRefusal = (text: string): Rejection | undefined => {
  const wrong = textFindings(text)
  return wrong === undefined ? undefined : badRequest(`Note ${wrong}`)
}

/** The body of a note as events hold it. */
export const noteBody: (forge: Pick<Forge, 'blobs'>, text: string) => Promise<NoteBody> = excerpted

/** The whole text. */
export const wholeNote: (forge: Pick<Forge, 'blobs'>, body: NoteBody) => Promise<string> = wholeText

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
  return commits.map(({ id, message }) => ({ id, title: titleOf(shownMessage(message)) })).reverse()
}

const comparison = (forge: Forge, row: NoteRow, { from, to }: Pushed, iid: number): string => {
  const path = forge.read.projects.byId(row.projectId)?.fullPath ?? ''
  const start = forge.read.mergeRequests.version(row.noteableId, from)?.head ?? ''
  return `/${path}/-/merge_requests/${iid}/diffs?diff_id=${to}&start_sha=${start}`
}

/** The name of another project in a reference: its path within the same namespace, else its full path. */
const projectNameOf = (forge: Forge, row: NoteRow, note: SystemNote): string => {
  if (!('by' in note) || note.projectId === undefined) return ''
  const here = forge.read.projects.byId(row.projectId)
  const there = forge.read.projects.byId(note.projectId)
  return (there?.namespaceId === here?.namespaceId ? there?.path : there?.fullPath) ?? ''
}

const systemNoteText = async (forge: Forge, row: NoteRow, note: SystemNote, iid: number): Promise<string> =>
  systemText(note, {
    noteable: row.noteableType,
    nameOf: (userId) => `@${forge.read.users.byId(userId)?.username ?? 'ghost'}`,
    projectName: projectNameOf(forge, row, note),
    hoursAtMost: showsHoursOnly(forge.settings.current()),
    commits: note.kind === 'commits' ? await pushedCommits(forge, row, note) : [],
    comparison: note.kind === 'commits' ? comparison(forge, row, note, iid) : '',
  })

/** The text of a note: what a user wrote, or the sentence of a system note; `iid` is that of the issuable. */
export const noteText = async (forge: Forge, row: NoteRow, iid: number): Promise<string> =>
  row.system === undefined ? wholeNote(forge, row.body) : systemNoteText(forge, row, row.system, iid)
