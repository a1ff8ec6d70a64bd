import * as E from 'fp-ts/lib/Either.js'
import { visibilityScopeOf } from '../../../access/index.js'
import type { Lookup, Query } from '../../../app/forge.js'
import { notFound, refuse, unauthenticated } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { seesProfile } from '../../identity/user/policy.js'
import { type IssuableRow, issuableById } from '../../issuable/issuable.js'
import { findProject, type ProjectRef } from '../../projects/project/access.js'
import { readsAcrossProjects } from '../../projects/project/external-access.js'
import type { CommitCommentRow } from '../commit-comment/queries.js'
import type { NoteRow } from '../discussion/queries.js'
import type { FeedFilter, FeedRow } from './queries.js'

/** Which entries, and which page of them. */
export interface ListFeed extends Omit<FeedFilter, 'visibleTo' | 'authorId' | 'projectId' | 'memberId'> {
  readonly page: PageRequest
}

const NOTHING: Page<FeedRow> = { rows: [], total: 0 }

/** What the caller did; with `allUsers` what all users did in the caller's projects. Rejections: `Unauthenticated`. */
export const listOwnFeed: Query<ListFeed & { readonly allUsers: boolean }, Page<FeedRow>> = (
  forge,
  { principal },
  { page, allUsers, ...filter },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  if (!readsAcrossProjects(forge, principal)) return E.right(NOTHING)
  const whose = allUsers ? { memberId: principal.userId } : { authorId: principal.userId }
  return E.right(forge.read.eventFeed.list({ ...filter, ...whose, visibleTo: visibilityScopeOf(principal) }, page))
}

/** What a user did in projects that the caller may see; empty for private profiles. Rejections: `NotFound` (User). */
export const listUserFeed: Query<ListFeed & { readonly user: number | string }, Page<FeedRow>> = (
  forge,
  { principal },
  { page, user, ...filter },
) => {
  const { users } = forge.read
  const found = typeof user === 'number' ? users.byId(user) : users.byUsername(user)
  if (found === undefined) return refuse(notFound('User'))
  if (!seesProfile(principal, found) || !readsAcrossProjects(forge, principal)) return E.right(NOTHING)
  const visibleTo = visibilityScopeOf(principal)
  return E.right(forge.read.eventFeed.list({ ...filter, authorId: found.id, visibleTo }, page))
}

/** What happened in a project. Rejections: `NotFound` (Project). */
export const listProjectFeed: Query<ListFeed & { readonly project: ProjectRef }, Page<FeedRow>> = (
  forge,
  { principal },
  { page, project, ...filter },
) => {
  const found = findProject(forge, principal, project)
  if (E.isLeft(found)) return found
  const projectId = found.right.project.id
  return E.right(forge.read.eventFeed.list({ ...filter, projectId, visibleTo: visibilityScopeOf(principal) }, page))
}

/** The note that an entry is about: on a merge request or an issue, or on a commit. */
export interface FeedNote {
  readonly onIssuable: NoteRow | undefined
  readonly onCommit: CommitCommentRow | undefined
}

/** The note of an entry, without regard to the caller. */
export const noteOfEntry: Lookup<FeedRow, FeedNote> = ({ read }, { subject }) => {
  if (subject?.type !== 'note') return { onIssuable: undefined, onCommit: undefined }
  return subject.noteable === null
    ? { onIssuable: undefined, onCommit: read.commitComments.byId(subject.id) }
    : { onIssuable: read.discussions.noteById(subject.id), onCommit: undefined }
}

/** The issuable of a note on a merge request or an issue, without regard to the caller. */
export const noteableOfEntry: Lookup<FeedRow, IssuableRow | undefined> = (forge, { subject }) =>
  subject?.noteable == null ? undefined : issuableById(forge, subject.noteable)
