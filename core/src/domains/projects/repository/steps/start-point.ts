import * as E from 'fp-ts/lib/Either.js'
import type { Reader } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, type Rejection, refused } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import type { ProjectRow } from '../../project/queries.js'
import { areInSameForkNetwork } from '../../project/steps/fork-network.js'
import { branchRef } from '../refs.js'

/** The start of a new branch: a branch or a commit, of this or another project of the fork network. */
export interface StartPoint {
  readonly startProject?: ProjectRef | undefined
  readonly startBranch?: string | undefined
  readonly startSha?: string | undefined
}

/** The refusal where a branch is required and does not exist. */
export const NO_BRANCH = 'You can only create or edit files when you are on a branch'

const missing = ({ startSha }: StartPoint): E.Either<Rejection, never> =>
  E.left(refused(startSha === undefined ? NO_BRANCH : `Cannot find start_sha '${startSha}'`))

/** Rejections: `NotFound` (Project); `Forbidden`, also where it is in another fork network. */
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
 * The commit at which a new branch begins; one of another project is fetched.
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
  // Fetched by commit id: not every reader of this project may see the other branches there.
  const ref = `refs/forgefold/start/${id}/commit`
  await here.fetchFrom(id, [{ from: found, to: ref }])
  const came = await here.resolve(found)
  // The objects stay without a ref. Where the ref has another target by now, another request has fetched its commit, and removes the ref itself.
  await here.updateRefs([{ ref, from: found, to: null }])
  return came === undefined ? missing(point) : E.right(came)
}
