import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery, Forge, Query, UseCase } from '../../../app/forge.js'
import { forbidden, notFound, refuse, refused, tooLarge } from '../../../kernel/index.js'
import { accessToRepository } from '../../projects/deploy-token/access.js'
import { mayInProject, type ProjectAccess, type ProjectRef, projectNamed } from '../../projects/project/access.js'
import type { ProjectRow } from '../../projects/project/queries.js'
import { repositorySizeLimit } from '../../projects/repository/instance-rules.js'
import { lfsObject, lfsObjectId } from './aggregate.js'

/** The operation of a client on large files. */
export type LfsOperation = 'download' | 'upload'

const ABILITIES = { download: 'download_code', upload: 'push_code' } as const

/** Finds the project for a download or upload of large files. Rejections: `NotFound` (Project), also where they are disabled; `Forbidden`. */
export const authorizeLfs: Query<{ readonly project: ProjectRef; readonly operation: LfsOperation }, ProjectAccess> = (
  forge,
  { principal },
  { project, operation },
) => {
  const row = projectNamed(forge, project)
  if (row === undefined) return refuse(notFound('Project'))
  const access = accessToRepository(forge, principal, row)
  if (!mayInProject(access, 'read_project')) return refuse(notFound('Project'))
  if (!mayInProject(access, ABILITIES[operation])) return refuse(forbidden())
  return row.lfsEnabled ? E.right(access) : refuse(notFound('Project'))
}

/** The most forks that are followed. */
const MAX_ANCESTORS = 20

/** The size of an object that a project holds, or the project that it was forked from, and so on. */
const sizeIn = ({ read }: Forge, project: ProjectRow, oid: string): number | undefined => {
  let holder: ProjectRow | undefined = project
  for (let step = 0; holder !== undefined && step < MAX_ANCESTORS; step++) {
    const size = read.lfsObjects.sizeOf(holder.id, oid)
    if (size !== undefined) return size
    holder = holder.forkedFrom === null ? undefined : read.projects.byId(holder.forkedFrom)
  }
  return undefined
}

const OID = /^[0-9a-f]{64}$/

/** The oid and size of a large file, as the client names it. */
export interface LfsPointer {
  readonly oid: string
  readonly size: number
}

/** The status of a large file: present, absent, or invalid. */
export type LfsObjectStatus = 'present' | 'absent' | 'malformed'

/** Which of the objects are there for the operation. Rejections: as `authorizeLfs`. */
export const findLfsObjects: Query<
  { readonly project: ProjectRef; readonly operation: LfsOperation; readonly objects: ReadonlyArray<LfsPointer> },
  ReadonlyArray<LfsPointer & { readonly standing: LfsObjectStatus }>
> = (forge, caller, { project: ref, operation, objects }) => {
  const access = authorizeLfs(forge, caller, { project: ref, operation })
  if (E.isLeft(access)) return access
  const { project } = access.right
  return E.right(
    objects.map(({ oid, size }) => {
      if (!OID.test(oid) || !Number.isSafeInteger(size) || size < 0) return { oid, size, standing: 'malformed' }
      const known = operation === 'upload' ? forge.read.lfsObjects.sizeOf(project.id, oid) : sizeIn(forge, project, oid)
      return known === undefined ? { oid, size, standing: 'absent' } : { oid, size: known, standing: 'present' }
    }),
  )
}

/** A large file and its bytes. */
export interface OpenedLfsObject {
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

/** Opens a large file of a project. Rejections: as `authorizeLfs`; `NotFound`. */
export const openLfsObject: AsyncQuery<
  { readonly project: ProjectRef; readonly oid: string },
  OpenedLfsObject
> = async (forge, caller, { project, oid }) => {
  const access = authorizeLfs(forge, caller, { project, operation: 'download' })
  if (E.isLeft(access)) return access
  const size = OID.test(oid) ? sizeIn(forge, access.right.project, oid) : undefined
  const content = size === undefined ? undefined : await forge.packageFiles.get(oid)
  return size === undefined || content === undefined ? refuse(notFound()) : E.right({ size, content })
}

/** A large file that a client uploads. */
export interface NewLfsObject extends LfsPointer {
  readonly project: ProjectRef
  readonly content: AsyncIterable<Uint8Array>
}

/** Keeps a large file of a project. Rejections: as `authorizeLfs`; `TooLarge` (together above `repository_size_limit`); `Refused` where the bytes are others than the client says. */
export const keepLfsObject: UseCase<NewLfsObject, void> = async (forge, caller, { project, oid, size, content }) => {
  const access = authorizeLfs(forge, caller, { project, operation: 'upload' })
  if (E.isLeft(access)) return access
  if (!OID.test(oid) || !Number.isSafeInteger(size) || size < 0)
    return refuse(refused('The object id or size is invalid'))
  const most = repositorySizeLimit(forge.settings.current()) ?? Number.POSITIVE_INFINITY
  if (size + forge.read.lfsObjects.bytesOf(access.right.project.id) > most) return refuse(tooLarge)
  const written = await forge.packageFiles.put(content, size)
  if (written.kind === 'TooLarge' || written.digest.sha256 !== oid || written.digest.size !== size)
    return refuse(refused('The bytes are others than the object id and size say'))
  const projectId = access.right.project.id
  const command = { type: 'Keep', projectId, oid, size } as const
  const kept = await forge.aggregates.execute(lfsObject, lfsObjectId(projectId, oid), command, caller.context)
  return E.isLeft(kept) ? kept : E.right(undefined)
}
