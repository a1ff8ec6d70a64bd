import type { Forge } from '../../../../app/forge.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import { sourceHead } from '../../../review/merge-request/steps/branches.js'
import { type DiffPosition, type DiffRefs, hasRefs } from '../position/index.js'
import type { NoteRow, SuggestionRow } from '../queries.js'
import { type LineRange, linesAround, linesIn, type SuggestionObstacle } from '../suggestion/index.js'
import { movedPosition } from './positions.js'
import { fileAt } from './suggestions-in.js'

/** A suggestion as it stands: where its lines are now, and what stands against applying it. */
export interface SuggestionView {
  readonly row: SuggestionRow
  readonly range: LineRange
  /** Undefined where it can be applied. */
  readonly obstacle: SuggestionObstacle | undefined
  /** In the source branch. */
  readonly path: string
}

/** What suggestions of one note are looked at with. */
interface Place {
  readonly position: DiffPosition
  /** The file at the head of the source branch; undefined where the line of the note is not in the diff any more. */
  readonly file: Uint8Array | undefined
  readonly obstacle: SuggestionObstacle | undefined
}

const ENDED: Readonly<Partial<Record<MergeRequestRow['status'], SuggestionObstacle>>> = {
  merged: 'Merged',
  closed: 'Closed',
}

/** The line of the note at this head; undefined where it has changed, and where the head is not known here yet. */
const positionAt = async (
  forge: Forge,
  request: MergeRequestRow,
  at: DiffPosition,
  head: string,
): Promise<DiffPosition | undefined> => {
  const { base, start } = request.version
  if (base === null || start === null) return undefined
  const refs: DiffRefs = { baseSha: base, startSha: start, headSha: head }
  return hasRefs(at, refs) ? at : movedPosition(forge.git.of(request.targetProjectId), at, refs)
}

const placeOf = async (forge: Forge, request: MergeRequestRow, at: DiffPosition): Promise<Place> => {
  const ended = ENDED[request.status]
  if (ended !== undefined) return { position: at, file: undefined, obstacle: ended }
  const head = request.sourceDeleted ? undefined : sourceHead(forge, request)
  if (head === undefined) return { position: at, file: undefined, obstacle: 'BranchDeleted' }
  const git = forge.git.of(request.targetProjectId)
  // Commits of a fork come here with its next version.
  if ((await git.commit(head)) === undefined) return { position: at, file: undefined, obstacle: 'Outdated' }
  const now = await positionAt(forge, request, at, head)
  const file = await fileAt(git, head, (now ?? at).newPath ?? '')
  if (file === undefined) return { position: at, file, obstacle: 'FileMissing' }
  return now === undefined ? { position: at, file, obstacle: 'Outdated' } : { position: now, file, obstacle: undefined }
}

const viewAt = async ({ position, file, obstacle }: Place, row: SuggestionRow): Promise<SuggestionView> => {
  const range = linesAround(position.newLine ?? 1, row)
  const view = { row, range, path: position.newPath ?? '' }
  if (obstacle === 'FileMissing') return { ...view, obstacle }
  if (row.commitId !== null) return { ...view, obstacle: 'Applied' }
  if (obstacle !== undefined || file === undefined) return { ...view, obstacle: obstacle ?? 'FileMissing' }
  if ((await linesIn(file, range)) !== row.from) return { ...view, obstacle: 'Outdated' }
  return { ...view, obstacle: row.from === row.to ? 'SameContent' : undefined }
}

/** These suggestions of one note as they stand; none where the note is about no lines. */
export const suggestionViews = async (
  forge: Forge,
  note: NoteRow,
  rows: ReadonlyArray<SuggestionRow>,
): Promise<ReadonlyArray<SuggestionView>> => {
  const { diff } = note.discussion
  const request = rows.length === 0 ? undefined : forge.read.mergeRequests.byId(note.noteableId)
  if (diff === undefined || request === undefined) return []
  const place = await placeOf(forge, request, diff.position)
  return Promise.all(rows.map((row) => viewAt(place, row)))
}

/** What a note suggests, as it stands now. */
export const suggestionsOfNote = async (forge: Forge, note: NoteRow): Promise<ReadonlyArray<SuggestionView>> =>
  note.discussion.diff === undefined ? [] : suggestionViews(forge, note, forge.read.discussions.suggestionsOf(note.id))
