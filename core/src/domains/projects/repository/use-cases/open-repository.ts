import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery } from '../../../../app/forge.js'
import { notFound } from '../../../../kernel/index.js'
import { isObjectId, type ObjectId, type Repository } from '../../../../ports/git.js'
import { type ProjectAccess, type ProjectRef, projectFor } from '../../project/access.js'
import type { ProjectRow } from '../../project/queries.js'

/** A repository opened for a caller who may read it. */
export interface OpenedRepository {
  readonly access: ProjectAccess
  readonly project: ProjectRow
  readonly git: Repository
  /** The commit of a revision, by default of the default branch. Undefined where it names none. */
  readonly commitAt: (revision: string | undefined) => Promise<ObjectId | undefined>
  /** Something that is read of the commit of a revision: of a full id while it is looked up whether it names a commit. Undefined where there is no commit. */
  readonly readAt: <A>(
    revision: string | undefined,
    read: (commit: ObjectId) => Promise<A>,
  ) => Promise<{ readonly commit: ObjectId; readonly found: A } | undefined>
}

/** Opens a repository for reading. Rejections: `NotFound` (Project, Repository), `Forbidden`. */
export const openRepository: AsyncQuery<ProjectRef, OpenedRepository> = async (forge, { principal }, ref) => {
  const found = projectFor(forge, principal, ref, 'download_code')
  if (E.isLeft(found)) return found
  const { project } = found.right
  if (!(await forge.git.exists(project.id))) return E.left(notFound('Repository'))
  const git = forge.git.of(project.id)
  const commitAt = (revision: string | undefined): Promise<ObjectId | undefined> =>
    git.resolve(revision === undefined || revision === '' ? (project.defaultBranch ?? 'HEAD') : revision)
  const readAt: OpenedRepository['readAt'] = async (revision, read) => {
    const id = revision !== undefined && isObjectId(revision) ? revision : undefined
    const [commit, early] = await Promise.all([commitAt(revision), id && read(id)])
    if (commit === undefined) return undefined
    return { commit, found: commit === id ? (early as Awaited<ReturnType<typeof read>>) : await read(commit) }
  }
  return E.right({ access: found.right, project, git, commitAt, readAt })
}
