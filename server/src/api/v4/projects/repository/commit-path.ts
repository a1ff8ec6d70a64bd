import type { OpenedRepository } from '@forgefold/core/domains/projects/repository'
import { notFound, type Rejection, refuse } from '@forgefold/core/kernel'
import type { Commit, ObjectId } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { required } from '../../../../http/index.js'
import { revision } from '../../revision.js'

/** The part of the documentation that commits belong to. */
export const AREA = 'Commits'
/** The path of the commits of a project. */
export const COMMITS = '/projects/:id/repository/commits'
/** The path of one commit. */
export const COMMIT = `${COMMITS}/:sha`

/** `:sha` of a commit. */
export const sha = required(revision, 'The id of the commit, or the name of a branch or tag')

const missing = refuse(notFound('Commit'))

/** The id of the commit in the path. Rejections: `NotFound` (Commit). */
export const commitId = async (
  { git }: Pick<OpenedRepository, 'git'>,
  name: string,
): Promise<E.Either<Rejection, ObjectId>> => {
  const id = await git.resolve(name)
  return id === undefined ? missing : E.right(id)
}

/** The commit in the path. Rejections: `NotFound` (Commit). */
export const commitNamed = async (
  { git }: Pick<OpenedRepository, 'git'>,
  name: string,
): Promise<E.Either<Rejection, Commit>> => {
  const id = await git.resolve(name)
  const commit = id === undefined ? undefined : await git.commit(id)
  return commit === undefined ? missing : E.right(commit)
}
