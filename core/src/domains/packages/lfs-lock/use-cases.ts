import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../access/instance-policy.js'
import { createStream } from '../../../app/create-stream.js'
import type { Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { conflict, denied, notFound, refuse } from '../../../kernel/index.js'
import { mayInProject, type ProjectRef } from '../../projects/project/access.js'
import { authorizeLfs } from '../lfs-object/use-cases.js'
import { lfsLock } from './aggregate.js'
import type { LfsLockFilter, LfsLockRow } from './queries.js'

/** Locks of a project. Rejections: as `authorizeLfs` for downloading. */
export const listLfsLocks: Query<{ readonly project: ProjectRef } & LfsLockFilter, ReadonlyArray<LfsLockRow>> = (
  forge,
  caller,
  { project, ...filter },
) => {
  const access = authorizeLfs(forge, caller, { project, operation: 'download' })
  return E.isLeft(access) ? access : E.right(forge.read.lfsLocks.list(access.right.project.id, filter))
}

/** The lock on a path, regardless of the holder. Rejections: as `authorizeLfs` for downloading; `NotFound`. */
export const findLfsLock: Query<{ readonly project: ProjectRef; readonly path: string }, LfsLockRow> = (
  forge,
  caller,
  { project, path },
) => {
  const access = authorizeLfs(forge, caller, { project, operation: 'download' })
  if (E.isLeft(access)) return access
  return E.fromNullable(notFound())(forge.read.lfsLocks.onPath(access.right.project.id, path))
}

const ALREADY = conflict('already locked')

/** Locks a file. Rejections: as `authorizeLfs` for uploading; `Unauthenticated`; `Invalid` (path); `Conflict` where it is locked. */
export const takeLfsLock: UseCase<{ readonly project: ProjectRef; readonly path: string }, LfsLockRow> = async (
  forge,
  { principal, context },
  { project, path },
) => {
  const access = authorizeLfs(forge, { principal }, { project, operation: 'upload' })
  if (E.isLeft(access)) return access
  const user = signedIn(principal)
  if (E.isLeft(user)) return user
  const projectId = access.right.project.id
  if (forge.read.lfsLocks.onPath(projectId, path) !== undefined) return refuse(ALREADY)
  const command = { type: 'Take', projectId, path, userId: user.right.userId } as const
  const made = await createStream(forge, lfsLock, 'lfs_lock', command, context)
  if (E.isLeft(made)) return made.left.kind === 'Conflict' ? refuse(ALREADY) : made
  return shownRow(forge.read.lfsLocks.find(projectId, made.right.id), 'lock')
}

/** Which lock to release. */
export interface ReleaseLfsLock {
  readonly project: ProjectRef
  readonly id: number
  /** Releases a lock of another user, which maintainers may. */
  readonly force: boolean
}

/** Unlocks a file. Rejections: as `authorizeLfs` for uploading; `Unauthenticated`; `NotFound`; `Denied` for a lock of another user. */
export const releaseLfsLock: UseCase<ReleaseLfsLock, LfsLockRow> = async (
  forge,
  { principal, context },
  { project, id, force },
) => {
  const access = authorizeLfs(forge, { principal }, { project, operation: 'upload' })
  if (E.isLeft(access)) return access
  const user = signedIn(principal)
  if (E.isLeft(user)) return user
  const row = forge.read.lfsLocks.find(access.right.project.id, id)
  if (row === undefined) return refuse(notFound())
  const isOwn = row.userId === user.right.userId
  if (!isOwn && !force) return refuse(denied(`${row.path} is locked by another user`))
  if (!isOwn && !mayInProject(access.right, 'admin_project'))
    return refuse(denied('You must have maintainer access to force delete a lock'))
  const done = await forge.aggregates.execute(lfsLock, id, { type: 'Release', forced: !isOwn }, context)
  return E.isLeft(done) ? done : E.right(row)
}
