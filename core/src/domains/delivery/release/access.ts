import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/principal.js'
import type { Caller } from '../../../app/caller.js'
import type { Forge } from '../../../app/forge.js'
import { denied, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../projects/project/access.js'
import { tagRef } from '../../projects/repository/refs.js'
import { refRuleRefusal, type Writer, writerOf } from '../../projects/repository/steps/write-access.js'
import type { ReleaseLink } from './events.js'
import type { ReleaseRow } from './queries.js'

/** A release as the API names it: by its tag, in its project. */
export interface ReleaseRef {
  readonly project: ProjectRef
  readonly tag: string
}

/** A link of a release. */
export interface ReleaseLinkRef extends ReleaseRef {
  readonly linkId: number
}

/** A release that the caller may see. Rejections: `NotFound` (Project, without a name for the release); `Forbidden`. */
export const findRelease = (
  forge: Forge,
  principal: Principal,
  { project, tag }: ReleaseRef,
): E.Either<Rejection, ReleaseRow> => {
  const access = projectFor(forge, principal, project, 'read_release')
  if (E.isLeft(access)) return access
  return E.fromNullable(notFound())(forge.read.projectReleases.byTag(access.right.project.id, tag))
}

/** A link of a release. Rejections: as `findRelease`. */
export const findLink = ({ links }: ReleaseRow, id: number): E.Either<Rejection, ReleaseLink> => {
  const link = links.find((one) => one.id === id)
  return E.fromNullable(notFound())(link)
}

const ACCESS_DENIED = denied('Access Denied')

/**
 * Authorises writing releases of that tag: users who may push and, where the tag is protected, create it. Rejections: `NotFound` (Project);
 * `Forbidden`; `Denied`.
 */
export const releaseWriter = (
  forge: Forge,
  caller: Caller,
  { project, tag }: ReleaseRef,
): E.Either<Rejection, Writer> => {
  const writer = writerOf(forge, caller, project)
  if (E.isLeft(writer)) return writer
  return refRuleRefusal(forge, writer.right, { ref: tagRef(tag), change: 'create' }) === undefined
    ? writer
    : refuse(ACCESS_DENIED)
}

/** The release of that tag, which the caller may change. Rejections: as `releaseWriter`; `NotFound`. */
export const releaseToWrite = (forge: Forge, caller: Caller, ref: ReleaseRef): E.Either<Rejection, ReleaseRow> => {
  const writer = releaseWriter(forge, caller, ref)
  if (E.isLeft(writer)) return writer
  return E.fromNullable(notFound())(forge.read.projectReleases.byTag(writer.right.project.id, ref.tag))
}
