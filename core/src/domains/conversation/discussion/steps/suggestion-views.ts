import type { Forge } from '../../../../app/forge.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import { sourceHead } from '../../../review/merge-request/steps/branches.js'
import { type DiffPosition, type DiffRefs, hasRefs } from '../position/index.js'
import type { NoteRow, SuggestionRow } from '../queries.js'
import { type LineRange, linesAround, linesIn, type SuggestionObstacle } from '../suggestion/index.js'
import { movedPosition } from './positions.js'
import { fileAt } from './suggestions-in.js'

/** A suggestion with the present position of its lines, and the obstacle to applying it. */
export interface SuggestionView {
  readonly row: SuggestionRow
  readonly range: LineRange
  /** Undefined where it can be applied. */
  readonly obstacle: SuggestionObstacle | undefined
  /** In the source branch. */
  readonly path: string
}

/** A suggestion and the note that makes it. */
export interface SuggestionOfNote {
  readonly note: NoteRow
  readonly row: SuggestionRow
}

/** The present position of one discussion's lines. */
interface Place {
  readonly position: DiffPosition
  /** The file at the head of the source branch; undefined where the branch has no head. */
  readonly file: { readonly projectId: number; readonly head: string; readonly path: string } | undefined
  readonly obstacle: SuggestionObstacle | undefined
}

const ENDED: Readonly<Partial<Record<MergeRequestRow['status'], SuggestionObstacle>>> = {
  merged: 'Merged',
  closed: 'Closed',
}

/** The line of the note at this head; undefined where it has changed, and where the head is not yet in this repository. */
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
  const projectId = request.targetProjectId
  // Commits of a fork are fetched with its next version.
  if ((await forge.git.of(projectId).commit(head)) === undefined)
    return { position: at, file: undefined, obstacle: 'Outdated' }
  const now = await positionAt(forge, request, at, head)
  const position = now ?? at
  const file = { projectId, head, path: position.newPath ?? '' }
  return { position, file, obstacle: now === undefined ? 'Outdated' : undefined }
}

const viewAt = async (
  { position, file, obstacle }: Place,
  content: Uint8Array | undefined,
  row: SuggestionRow,
): Promise<SuggestionView> => {
  const range = linesAround(position.newLine ?? 1, row)
  const view = { row, range, path: position.newPath ?? '' }
  if (file !== undefined && content === undefined) return { ...view, obstacle: 'FileMissing' }
  if (row.commitId !== null) return { ...view, obstacle: 'Applied' }
  if (obstacle !== undefined || content === undefined) return { ...view, obstacle: obstacle ?? 'FileMissing' }
  if ((await linesIn(content, range)) !== row.from) return { ...view, obstacle: 'Outdated' }
  return { ...view, obstacle: row.from === row.to ? 'SameContent' : undefined }
}

const groupedBy = <A, K>(all: ReadonlyArray<A>, keyOf: (one: A) => K): ReadonlyMap<K, ReadonlyArray<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/** The place of each discussion of lines. */
const placesOf = async (forge: Forge, notes: ReadonlyArray<NoteRow>): Promise<ReadonlyMap<string, Place>> => {
  const places = new Map<string, Place>()
  for (const { discussion, noteableId } of notes) {
    const request = forge.read.mergeRequests.byId(noteableId)
    if (discussion.diff === undefined || request === undefined || places.has(discussion.id)) continue
    places.set(discussion.id, await placeOf(forge, request, discussion.diff.position))
  }
  return places
}

/**
 * These suggestions with their present state, in the same order, without those of notes that are not of a diff. Each file is read once, one at
 * a time, so that at most one is in memory.
 */
export const suggestionViews = async (
  forge: Forge,
  suggestions: ReadonlyArray<SuggestionOfNote>,
): Promise<ReadonlyArray<SuggestionView>> => {
  const places = await placesOf(
    forge,
    suggestions.map(({ note }) => note),
  )
  const asked = suggestions.flatMap(({ note, row }) => {
    const place = places.get(note.discussion.id)
    return place === undefined ? [] : [{ place, row }]
  })
  const views = new Map<SuggestionRow, SuggestionView>()
  for (const [, several] of groupedBy(asked, ({ place: { file } }) => JSON.stringify(file ?? null))) {
    const file = several[0]?.place.file
    const content = file === undefined ? undefined : await fileAt(forge.git.of(file.projectId), file.head, file.path)
    for (const { place, row } of several) views.set(row, await viewAt(place, content, row))
  }
  return asked.flatMap(({ row }) => views.get(row) ?? [])
}

/** The suggestions of notes with their present state, by the id of the note. */
export const suggestionsOfNotes = async (
  forge: Forge,
  notes: ReadonlyArray<NoteRow>,
): Promise<ReadonlyMap<number, ReadonlyArray<SuggestionView>>> => {
  const suggestions = notes
    .filter(({ discussion }) => discussion.diff !== undefined)
    .flatMap((note) => forge.read.discussions.suggestionsOf(note.id).map((row) => ({ note, row })))
  return groupedBy(await suggestionViews(forge, suggestions), ({ row }) => row.noteId)
}
