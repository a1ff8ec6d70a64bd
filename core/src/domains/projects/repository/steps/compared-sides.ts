import * as E from 'fp-ts/lib/Either.js'
import type { Reader } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { notFound, type Rejection, refused } from '../../../../kernel/index.js'
import type { ObjectId, Repository } from '../../../../ports/git.js'
import { projectFor } from '../../project/access.js'
import { areInSameForkNetwork } from '../../project/steps/fork-network.js'
import type { OpenedRepository } from '../use-cases/open-repository.js'

/** Two revisions to compare; `from` may be in another project of the fork network. */
export interface ComparedRevisions {
  readonly opened: OpenedRepository
  readonly from: string
  readonly to: string
  /** The project of `from`, where it is not the opened repository. */
  readonly fromProjectId?: number | undefined
}

/** Their commits, and a repository that can read both. */
export interface ComparedSides {
  readonly git: Repository
  readonly from: ObjectId
  readonly to: ObjectId
}

/**
 * Answers from the commits of two revisions that are compared. Commits of the other project are not copied into this one, whose readers may
 * not be allowed to see them.
 *
 * Rejections: `Refused` (the other project is hidden or of another fork network); `NotFound` (Ref); those of the answer.
 */
export const withComparedSides = async <A>(
  forge: Forge,
  { principal }: Reader,
  { opened: { git, project }, from, to, fromProjectId = project.id }: ComparedRevisions,
  answerFrom: (sides: ComparedSides) => Promise<E.Either<Rejection, A>>,
): Promise<E.Either<Rejection, A>> => {
  const other = projectFor(forge, principal, fromProjectId, 'download_code')
  if (E.isLeft(other) || !areInSameForkNetwork(forge, project, other.right.project))
    return E.left(refused(`Target project id:${fromProjectId} is not a fork of project id:${project.id}`))
  const [left, right] = [await forge.git.of(fromProjectId).resolve(from), await git.resolve(to)]
  if (left === undefined || right === undefined) return E.left(notFound('Ref'))
  if (fromProjectId === project.id) return answerFrom({ git, from: left, to: right })
  const both = forge.git.withObjectsOf(project.id, fromProjectId)
  try {
    return await answerFrom({ git: both.repository, from: left, to: right })
  } finally {
    both.close()
  }
}
