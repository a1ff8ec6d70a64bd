import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { excerpted } from '../../../../app/long-text.js'
import type { Instant } from '../../../../kernel/index.js'
import { type ReleaseRef, releaseToWrite } from '../access.js'
import { release } from '../aggregate.js'
import type { ReleaseRow } from '../queries.js'
import { milestonesTitled } from '../steps/release-milestones.js'

/** A change of a release; omitted fields stay as they are. */
export interface ChangeRelease extends ReleaseRef {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly releasedAt?: Instant | undefined
  readonly milestones?: ReadonlyArray<string> | undefined
}

/** Changes a release. Rejections: `NotFound`; `Forbidden`; `Denied` (the tag is protected); `Refused` (milestones); `Invalid` (name). */
export const changeRelease: UseCase<ChangeRelease, ReleaseRow> = async (forge, caller, input) => {
  const found = releaseToWrite(forge, caller, input)
  if (E.isLeft(found)) return found
  const { id, projectId, tag } = found.right
  const milestoneIds =
    input.milestones === undefined ? E.right(undefined) : milestonesTitled(forge, projectId, input.milestones)
  if (E.isLeft(milestoneIds)) return milestoneIds
  const description = input.description === undefined ? undefined : await excerpted(forge, input.description)
  const { name, releasedAt } = input
  const changes = { name, releasedAt, description, milestoneIds: milestoneIds.right }
  const done = await forge.aggregates.execute(release, id, { type: 'Change', ...changes }, caller.context)
  if (E.isLeft(done)) return done
  return E.right(forge.read.projectReleases.byTag(projectId, tag) ?? found.right)
}

/** Deletes a release and returns it; its tag stays. Rejections: `NotFound`; `Forbidden`; `Denied` (the tag is protected). */
export const deleteRelease: UseCase<ReleaseRef, ReleaseRow> = async (forge, caller, ref) => {
  const found = releaseToWrite(forge, caller, ref)
  if (E.isLeft(found)) return found
  const gone = await forge.aggregates.execute(release, found.right.id, { type: 'Delete' }, caller.context)
  return E.isLeft(gone) ? gone : found
}
