import * as E from 'fp-ts/lib/Either.js'
import { visibilityScopeOf } from '../../../access/index.js'
import type { Caller } from '../../../app/caller.js'
import type { AsyncQuery, Forge, Query } from '../../../app/forge.js'
import { type Rejection, refuse, unauthenticated } from '../../../kernel/index.js'
import type { Commit, ObjectId, TextMatch } from '../../../ports/git.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { readsInternalNotes } from '../../issuable/participants.js'
import type { MilestoneRow } from '../../planning/milestone/queries.js'
import { findGroup, type GroupRef } from '../../projects/group/access.js'
import { findProject, mayInProject, type ProjectAccess, type ProjectRef } from '../../projects/project/access.js'
import { readsAcrossProjects } from '../../projects/project/external-access.js'
import type { ProjectRow } from '../../projects/project/queries.js'
import type { NoteRow } from '../discussion/queries.js'
import type { SearchScope, TextSearch } from './queries.js'

type Reader = Pick<Caller, 'principal'>

/** Where to search, as the API names it; everywhere without either. */
export interface SearchIn {
  readonly project?: ProjectRef | undefined
  readonly group?: GroupRef | undefined
}

/** What to look for, and which page of it. */
export interface SearchFor extends SearchIn {
  readonly text: string
  readonly page: PageRequest
}

/** The scope of a search, as far as the caller may see it. Rejections: `Unauthenticated`; `NotFound` (Project, Group). */
export const findSearchScope: Query<SearchIn, SearchScope & { readonly access: ProjectAccess | undefined }> = (
  forge,
  { principal },
  { project, group },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  if (project !== undefined) {
    const found = findProject(forge, principal, project)
    return E.isLeft(found) ? found : E.right({ projectId: found.right.project.id, access: found.right })
  }
  if (group === undefined) return E.right({ access: undefined })
  const found = findGroup(forge, principal, group)
  return E.isLeft(found) ? found : E.right({ groupId: found.right.group.id, access: undefined })
}

const searched = <Row>(
  forge: Forge,
  reader: Reader,
  { text, page, ...where }: SearchFor,
  look: (search: TextSearch, page: PageRequest) => Page<number>,
  rowOf: (id: number) => Row | undefined,
): E.Either<Rejection, Page<Row>> => {
  const place = findSearchScope(forge, reader, where)
  if (E.isLeft(place)) return place
  const { projectId, groupId } = place.right
  if (projectId === undefined && !readsAcrossProjects(forge, reader.principal)) return E.right({ rows: [], total: 0 })
  const found = look({ text, projectId, groupId, visibleTo: visibilityScopeOf(reader.principal) }, page)
  return E.right({ rows: found.rows.flatMap((id) => rowOf(id) ?? []), total: found.total })
}

/** Milestones of projects that the caller may see. Rejections: `Unauthenticated`; `NotFound` (Project, Group). */
export const searchMilestones: Query<SearchFor, Page<MilestoneRow>> = (forge, reader, input) =>
  searched(forge, reader, input, forge.read.search.milestones, forge.read.milestones.byId)

/** The ids of users. Rejections: `Unauthenticated`; `NotFound` (Project, Group). */
export const searchUsers: Query<SearchFor, Page<number>> = (forge, reader, input) =>
  searched(forge, reader, input, forge.read.search.users, (id) => id)

/** A note that was found, with the iid of its issuable. */
export interface NoteResult {
  readonly row: NoteRow
  readonly iid: number
}

/** Notes in a project on issuables that the caller may read. Rejections: `Unauthenticated`; `NotFound` (Project). */
export const searchNotes: Query<SearchFor, Page<NoteResult>> = (forge, reader, input) => {
  const place = findSearchScope(forge, reader, input)
  if (E.isLeft(place)) return place
  const { access } = place.right
  const internal = access !== undefined && readsInternalNotes(access)
  return searched(
    forge,
    reader,
    input,
    (search, page) => forge.read.search.notes({ ...search, internal }, page),
    (id) => {
      const row = forge.read.discussions.noteById(id)
      const about = row === undefined ? undefined : forge.issuables[row.noteableType].byId(forge, row.noteableId)
      return row === undefined || about === undefined ? undefined : { row, iid: about.iid }
    },
  )
}

/** What to search for in a repository, and at which commit. */
export interface SearchCode extends SearchFor {
  readonly project: ProjectRef
  /** Default: the default branch. */
  readonly ref: string | undefined
}

/** A page of results from a repository, which is counted only up to the next page. */
export interface CodeResult<Row> {
  readonly project: ProjectRow
  readonly rows: ReadonlyArray<Row>
  readonly more: boolean
}

/** The most matches that a search in files returns. */
const MAX_PLACES = 1000

interface Opened {
  readonly access: ProjectAccess
  readonly head: ObjectId | undefined
}

/** An empty search, and a search in code that the caller may not read, finds nothing. */
const opened = async (forge: Forge, reader: Reader, input: SearchCode): Promise<E.Either<Rejection, Opened>> => {
  const place = findSearchScope(forge, reader, { project: input.project })
  if (E.isLeft(place)) return place
  const access = place.right.access as ProjectAccess
  if (input.text.trim() === '' || !mayInProject(access, 'download_code')) return E.right({ access, head: undefined })
  const name = input.ref ?? access.project.defaultBranch
  return E.right({ access, head: name === null ? undefined : await forge.git.of(access.project.id).resolve(name) })
}

const pageOfFound = <Row>(project: ProjectRow, all: ReadonlyArray<Row>, perPage: number): CodeResult<Row> => ({
  project,
  rows: all.slice(0, perPage),
  more: all.length > perPage,
})

/** Commits by a part of their message, newest first. Rejections: `Unauthenticated`; `NotFound` (Project). */
export const searchCommits: AsyncQuery<SearchCode, CodeResult<Commit>> = async (forge, reader, input) => {
  const found = await opened(forge, reader, input)
  if (E.isLeft(found)) return found
  const { access, head } = found.right
  const { page, perPage } = input.page
  if (head === undefined) return E.right(pageOfFound(access.project, [], perPage))
  const query = { from: [head], message: input.text, skip: (page - 1) * perPage, limit: perPage + 1 }
  return E.right(pageOfFound(access.project, await forge.git.of(access.project.id).log(query), perPage))
}

/** Matches in files, at most 1000. Rejections: `Unauthenticated`; `NotFound` (Project). */
export const searchFiles: AsyncQuery<SearchCode, CodeResult<TextMatch>> = async (forge, reader, input) => {
  const found = await opened(forge, reader, input)
  if (E.isLeft(found)) return found
  const { access, head } = found.right
  const { page, perPage } = input.page
  const skip = (page - 1) * perPage
  if (head === undefined || skip >= MAX_PLACES) return E.right(pageOfFound(access.project, [], perPage))
  const all: Array<TextMatch> = []
  for await (const one of forge.git.of(access.project.id).grep(head, input.text)) {
    all.push(one)
    if (all.length > Math.min(skip + perPage, MAX_PLACES)) break
  }
  return E.right(pageOfFound(access.project, all.slice(skip), perPage))
}
