import * as E from 'fp-ts/lib/Either.js'
import type { Lookup, Query } from '../../../app/forge.js'
import { notFound } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findIssuable, type IssuableRef } from '../../issuable/issuable.js'
import type { ResourceEventKind, ResourceEventRow } from './queries.js'

/** The changes of one kind on one issuable. */
export interface ListResourceEvents {
  readonly ref: IssuableRef
  readonly kind: ResourceEventKind
  readonly page: PageRequest
}

/** The resource events of one kind on an issuable, oldest first. Rejections: `NotFound` (Project); `RecordNotFound`. */
export const listResourceEvents: Query<ListResourceEvents, Page<ResourceEventRow>> = (
  forge,
  caller,
  { ref, kind, page },
) => {
  const found = findIssuable(forge, caller, ref)
  if (E.isLeft(found)) return found
  const of = { noteableType: ref.type, noteableId: found.right.id, kind }
  return E.right(forge.read.activity.resourceEvents(of, page))
}

/** One resource event of an issuable. */
export interface ResourceEventRef {
  readonly ref: IssuableRef
  readonly kind: ResourceEventKind
  readonly id: number
}

/** One resource event. Rejections: `NotFound` (Project; also the event itself); `RecordNotFound`. */
export const getResourceEvent: Query<ResourceEventRef, ResourceEventRow> = (forge, caller, { ref, kind, id }) => {
  const found = findIssuable(forge, caller, ref)
  if (E.isLeft(found)) return found
  return E.fromNullable(notFound())(forge.read.activity.resourceEvent(kind, ref.type, found.right.id, id))
}

/** The ids of merge requests that mention an issue or close it, without regard to the caller. */
export const relatedMergeRequestIds: Lookup<number, ReadonlyArray<number>> = (forge, issueId) => [
  ...new Set([
    ...forge.read.issues.closers(issueId),
    ...forge.read.activity.mentioning('Issue', issueId, 'MergeRequest'),
  ]),
]
