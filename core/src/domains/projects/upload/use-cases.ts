import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../access/instance-policy.js'
import type { AsyncQuery, Query, UseCase } from '../../../app/forge.js'
import { notFound, refuse, tooLarge } from '../../../kernel/index.js'
import { type ProjectAccess, type ProjectRef, projectFor } from '../project/access.js'
import { upload } from './aggregate.js'
import { uploadedName } from './file-name.js'
import type { UploadRow } from './queries.js'

const MEGABYTE = 1024 * 1024

/** A file to upload. */
export interface NewUpload {
  readonly project: ProjectRef
  readonly fileName: string
  readonly content: AsyncIterable<Uint8Array>
}

/** A stored file, with the secret part of its URL. */
export interface StoredUpload {
  readonly access: ProjectAccess
  readonly name: string
  readonly secret: string
}

/** Whether the caller may upload files to the project. Rejections: `NotFound` (Project); `Forbidden`; `Unauthenticated`. */
export const authorizeUpload: Query<ProjectRef, ProjectAccess> = (forge, { principal }, project) =>
  projectFor(forge, principal, project, 'create_note')

/** Stores a file for the texts of a project. Rejections: as `authorizeUpload`; `TooLarge` (above `max_attachment_size`). */
export const keepUpload: UseCase<NewUpload, StoredUpload> = async (forge, caller, { project, fileName, content }) => {
  const access = authorizeUpload(forge, caller, project)
  if (E.isLeft(access)) return access
  const user = signedIn(caller.principal)
  if (E.isLeft(user)) return user
  const written = await forge.blobs.put(content, forge.settings.current().max_attachment_size * MEGABYTE)
  if (written.kind === 'TooLarge') return refuse(tooLarge)
  const id = await forge.numbers.next('upload')
  if (E.isLeft(id)) return id
  const { sha256, size } = written.digest
  const secret = forge.secrets.hex(16)
  const name = uploadedName(fileName)
  const made = await forge.aggregates.execute(
    upload,
    id.right,
    {
      type: 'Create',
      projectId: access.right.project.id,
      secretDigest: forge.secrets.digest(secret),
      name,
      sha256,
      size,
      authorId: user.right.userId,
    },
    caller.context,
  )
  return E.isLeft(made) ? made : E.right({ access: access.right, name, secret })
}

/** An upload as its URL names it. */
export interface UploadRef {
  readonly project: ProjectRef
  readonly secret: string
  readonly name: string
}

/** A stored file and its bytes. */
export interface OpenedUpload {
  readonly row: UploadRow
  readonly content: AsyncIterable<Uint8Array>
}

/** Opens a stored file for callers who may see the project. Rejections: `NotFound` (Project, File). */
export const openUpload: AsyncQuery<UploadRef, OpenedUpload> = async (
  forge,
  { principal },
  { project, secret, name },
) => {
  const access = projectFor(forge, principal, project, 'read_project')
  if (E.isLeft(access)) return access
  const row = forge.read.uploads.find(access.right.project.id, forge.secrets.digest(secret), name)
  const content = row === undefined ? undefined : await forge.blobs.get(row.sha256)
  return row === undefined || content === undefined ? refuse(notFound('File')) : E.right({ row, content })
}
