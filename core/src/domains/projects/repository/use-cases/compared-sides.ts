import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery, Forge } from '../../../../app/forge.js'
import { notFound, type Rejection, refused } from '../../../../kernel/index.js'
import type { ObjectId, Repository } from '../../../../ports/git.js'
import { projectFor } from '../../project/access.js'
import { areForksOfOne } from '../../project/steps/fork-network.js'
import type { OpenedRepository } from './open.js'

/** Two revisions; the one that is left from may stand in another project of the fork network. */
export interface ComparedRevisions {
  readonly opened: OpenedRepository
  readonly from: string
  readonly to: string
  /** Where `from` is, if not in the repository that was opened. */
  readonly fromProjectId?: number | undefined
}

/** Their commits, both in the repository that was opened. */
export interface ComparedSides {
  readonly from: ObjectId
  readonly to: ObjectId
}

const HEADS = 'refs/heads/*'
const TAGS = 'refs/tags/*'

/** Brings a commit of another repository here, unless it is here already. */
const bring = async (
  { git }: Forge,
  here: Repository,
  from: number,
  commit: ObjectId,
): Promise<ObjectId | undefined> => {
  const known = await here.resolve(commit)
  if (known !== undefined) return known
  const place = `refs/forgefold/start/${from}`
  await here.fetchFrom(from, [{ from: HEADS, to: `${place}/heads/*` }])
  const came = await here.resolve(commit)
  if (came !== undefined || (await git.of(from).refs(TAGS.slice(0, -1))).length === 0) return came
  await here.fetchFrom(from, [{ from: TAGS, to: `${place}/tags/*` }])
  return here.resolve(commit)
}

/** The commits of two revisions that are to be compared. Rejections: `Refused` (the other project is no fork of the same one, or hidden); `NotFound` (Ref). */
export const comparedSides: AsyncQuery<ComparedRevisions, ComparedSides> = async (
  forge,
  { principal },
  { opened: { git, project }, from, to, fromProjectId = project.id },
): Promise<E.Either<Rejection, ComparedSides>> => {
  const other = projectFor(forge, principal, fromProjectId, 'download_code')
  if (E.isLeft(other) || !areForksOfOne(forge, project, other.right.project))
    return E.left(refused(`Target project id:${fromProjectId} is not a fork of project id:${project.id}`))
  const there = await forge.git.of(fromProjectId).resolve(from)
  const isHere = there === undefined || fromProjectId === project.id
  const [left, right] = [isHere ? there : await bring(forge, git, fromProjectId, there), await git.resolve(to)]
  return left === undefined || right === undefined ? E.left(notFound('Ref')) : E.right({ from: left, to: right })
}
