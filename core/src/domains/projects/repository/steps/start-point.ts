import * as E from 'fp-ts/lib/Either.js'
import type { Reader } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, type Rejection, refused } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import type { ProjectRow } from '../../project/queries.js'
import { areInSameForkNetwork } from '../../project/steps/fork-network.js'
import { branchRef } from '../ref-names.js'

/** Where a new branch begins, as the client names it: a branch or a commit, here or in another project of the fork network. */
export interface StartPoint {
  readonly startProject?: ProjectRef | undefined
  readonly startBranch?: string | undefined
  readonly startSha?: string | undefined
}

/** What is said where a branch is wanted and there is none. */
export const NO_BRANCH = 'You can only create or edit files when you are on a branch'

const missing = ({ startSha }: StartPoint): E.Either<Rejection, never> =>
  E.left(refused(startSha === undefined ? NO_BRANCH : `Cannot find start_sha '${startSha}'`))

/** Rejections: `NotFound` (Project); `Forbidden`, also where it is no fork of the same project. */
const startProjectOf = (
  forge: Forge,
  { principal }: Reader,
  project: ProjectRow,
  ref: ProjectRef,
): E.Either<Rejection, ProjectRow> => {
  const found = projectFor(forge, principal, ref, 'download_code')
  if (E.isLeft(found)) return found
  const start = found.right.project
  if (areInSameForkNetwork(forge, project, start)) return E.right(start)
  return E.left(forbidden(`Project is not included in the fork network for ${start.fullName}`))
}

/**
 * The commit at which a new branch begins; it is brought here where it stands in another project.
 *
 * Rejections: `NotFound` (Project); `Forbidden`; `Refused` where there is no such commit.
 */
export const startCommit = async (
  forge: Forge,
  reader: Reader,
  project: ProjectRow,
  point: StartPoint,
): Promise<E.Either<Rejection, ObjectId>> => {
  const start =
    point.startProject === undefined ? E.right(project) : startProjectOf(forge, reader, project, point.startProject)
  if (E.isLeft(start)) return start
  const { id } = start.right
  const there = forge.git.of(id)
  const branch = branchRef(point.startBranch ?? '')
  const found = point.startSha === undefined ? await there.ref(branch) : await there.resolve(point.startSha)
  if (found === undefined || id === project.id) return found === undefined ? missing(point) : E.right(found)
  const here = forge.git.of(project.id)
  // By its id: the other branches there are not for everybody who reads here.
  const ref = `refs/forgefold/start/${id}/commit`
  await here.fetchFrom(id, [{ from: found, to: ref }])
  const came = await here.resolve(found)
  // Objects stay without a ref. Where it points elsewhere by now, another request has brought its commit, and takes it away.
  await here.updateRefs([{ ref, from: found, to: null }])
  return came === undefined ? missing(point) : E.right(came)
}
