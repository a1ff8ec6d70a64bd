import * as E from 'fp-ts/lib/Either.js'
import type { Query, UseCase } from '../../../../app/forge.js'
import type { Changes } from '../../../../kernel/index.js'
import { findLink, findRelease, type ReleaseLinkRef, type ReleaseRef, releaseToWrite } from '../access.js'
import { release } from '../aggregate.js'
import type { ReleaseLink } from '../events.js'
import type { NewReleaseLink } from './create.js'

/** The links of a release, newest first. Rejections: `NotFound`; `Forbidden`. */
export const listReleaseLinks: Query<ReleaseRef, ReadonlyArray<ReleaseLink>> = (forge, { principal }, ref) =>
  E.map(({ links }: { readonly links: ReadonlyArray<ReleaseLink> }) => links.toReversed())(
    findRelease(forge, principal, ref),
  )

/** One link of a release. Rejections: `NotFound`; `Forbidden`. */
export const getReleaseLink: Query<ReleaseLinkRef, ReleaseLink> = (forge, { principal }, ref) => {
  const found = findRelease(forge, principal, ref)
  return E.isLeft(found) ? found : findLink(found.right, ref.linkId)
}

/** Adds a link to a release. Rejections: `NotFound`; `Forbidden`; `Denied`; `Invalid` (name, url, filepath); `Unavailable`. */
export const addReleaseLink: UseCase<ReleaseRef & { readonly link: NewReleaseLink }, ReleaseLink> = async (
  forge,
  caller,
  input,
) => {
  const found = releaseToWrite(forge, caller, input)
  if (E.isLeft(found)) return found
  const id = await forge.numbers.next('release_link')
  if (E.isLeft(id)) return id
  const link = { id: id.right, ...input.link }
  const done = await forge.aggregates.execute(release, found.right.id, { type: 'AddLink', link }, caller.context)
  return E.isLeft(done) ? done : E.right(link)
}

/** Changes a link of a release. Rejections: `NotFound`; `Forbidden`; `Denied`; `Invalid` (name, url, filepath). */
export const changeReleaseLink: UseCase<
  ReleaseLinkRef & { readonly changes: Changes<NewReleaseLink> },
  ReleaseLink
> = async (forge, caller, { changes, ...ref }) => {
  const found = releaseToWrite(forge, caller, ref)
  if (E.isLeft(found)) return found
  const link = findLink(found.right, ref.linkId)
  if (E.isLeft(link)) return link
  const command = { type: 'ChangeLink', id: ref.linkId, changes } as const
  const done = await forge.aggregates.execute(release, found.right.id, command, caller.context)
  if (E.isLeft(done)) return done
  const row = forge.read.projectReleases.byTag(found.right.projectId, ref.tag)
  return row === undefined ? link : findLink(row, ref.linkId)
}

/** Removes a link from a release and returns it. Rejections: `NotFound`; `Forbidden`; `Denied`. */
export const deleteReleaseLink: UseCase<ReleaseLinkRef, ReleaseLink> = async (forge, caller, ref) => {
  const found = releaseToWrite(forge, caller, ref)
  if (E.isLeft(found)) return found
  const link = findLink(found.right, ref.linkId)
  if (E.isLeft(link)) return link
  const command = { type: 'DeleteLink', id: ref.linkId } as const
  const done = await forge.aggregates.execute(release, found.right.id, command, caller.context)
  return E.isLeft(done) ? done : link
}
