import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../../app/forge.js'
import { recordNotFound } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { MemberFilter, MemberRow } from '../queries.js'
import { readableSource, type SourceRef } from '../steps/source.js'

/** Which members of a group or project a list contains. */
export interface ListMembers extends SourceRef, Omit<MemberFilter, 'source' | 'sourceId'> {
  readonly page: PageRequest
}

/** Members of a group or project. Rejections: `NotFound` (Group, Project); `Forbidden`. */
export const listMembers: Query<ListMembers, Page<MemberRow>> = (forge, { principal }, input) => {
  const { source, ref, page, ...filter } = input
  const found = readableSource(forge, principal, { source, ref })
  return E.isLeft(found)
    ? found
    : E.right(forge.read.members.list({ ...filter, source, sourceId: found.right.id }, page))
}

/** A member of a group or project as the API names it. */
export interface MemberRef extends SourceRef {
  readonly userId: number
  /** Also a membership in a group above. */
  readonly inherited: boolean
}

/** One member. Rejections: `NotFound` (Group, Project); `Forbidden`; `RecordNotFound`. */
export const getMember: Query<MemberRef, MemberRow> = (forge, { principal }, input) => {
  const { source, userId, inherited } = input
  const found = readableSource(forge, principal, input)
  if (E.isLeft(found)) return found
  const { members } = forge.read
  const row = (inherited ? members.effective : members.find)(source, found.right.id, userId)
  return E.fromNullable(recordNotFound)(row)
}
