import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import {
  blankOrTooLong,
  fieldErrors,
  type Instant,
  invalid,
  notFound,
  type Rejection,
  refuse,
} from '../../../../kernel/index.js'
import { keyRestrictionFindings } from '../../../identity/user-key/index.js'
import { findProject, mayInProject, type ProjectRef, projectFor } from '../../project/access.js'
import { type DeployKeyCommand, deployKey, deployKeyName } from '../aggregate.js'
import type { ProjectDeployKeyRow } from '../queries.js'
import { type DeployKeyRef, getDeployKey } from './find.js'

/** A new deploy key. */
export interface NewDeployKey {
  readonly project: ProjectRef
  readonly title: string
  readonly key: string
  readonly canPush: boolean
  readonly expiresAt: Instant | null
}

const shown = (forge: Forge, projectId: number, id: number): E.Either<Rejection, ProjectDeployKeyRow> => {
  return shownRow(forge.read.deployKeys.inProject(projectId, id), 'key')
}

/** Whether the caller administers a project that has the key. */
const isAccessible = (forge: Forge, principal: Principal, keyId: number): boolean =>
  forge.read.deployKeys.projects(keyId).some(({ projectId }) => {
    const access = findProject(forge, principal, projectId)
    return E.isRight(access) && mayInProject(access.right, 'admin_project')
  })

const execute = async (
  forge: Forge,
  projectId: number,
  keyId: number,
  command: DeployKeyCommand,
  context: CommandContext,
): Promise<E.Either<Rejection, ProjectDeployKeyRow>> => {
  const done = await forge.aggregates.execute(deployKey, keyId, command, context)
  return E.isLeft(done) ? done : shown(forge, projectId, keyId)
}

/**
 * Adds a deploy key; one that the caller has in another project is enabled here.
 *
 * Rejections: `NotFound` (Project); `Forbidden`; `Invalid` (title, key, and fingerprint where the key belongs to others).
 */
export const addDeployKey: UseCase<NewDeployKey, ProjectDeployKeyRow> = async (
  forge,
  { principal, context },
  { project, canPush, title, expiresAt, ...given },
) => {
  const access = projectFor(forge, principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const key = given.key.trim()
  const read = forge.publicKeys.ssh(key)
  const wrong = fieldErrors({ title: blankOrTooLong(title), key: read === undefined ? ['is invalid'] : [] })
  if (read === undefined || wrong !== undefined) return refuse(invalid(wrong ?? {}))
  const { sha256: fingerprint, md5 } = read
  const known = forge.read.deployKeys.byFingerprint(fingerprint)
  if (known !== undefined && isAccessible(forge, principal, known.id))
    return execute(forge, projectId, known.id, { type: 'Enable', projectId, canPush }, context)
  const restricted = fieldErrors({ key: keyRestrictionFindings(read, forge.settings.current()) })
  if (restricted !== undefined) return refuse(invalid(restricted))
  const names = [deployKeyName(fingerprint)]
  return forge.aggregates.create(deployKey, 'ssh_key', names, context, async (id, begin) => {
    const data = { projectId, canPush, title, key, fingerprint, md5, expiresAt }
    const added = await begin({ type: 'Add', ...data }, context)
    return E.isLeft(added) ? added : shown(forge, projectId, id)
  })
}

/** Enables a key of another project that the caller administers. Rejections: `NotFound` (Project, Deploy Key); `Forbidden`. */
export const enableDeployKey: UseCase<DeployKeyRef, ProjectDeployKeyRow> = async (
  forge,
  { principal, context },
  { project, keyId },
) => {
  const access = projectFor(forge, principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  if (!isAccessible(forge, principal, keyId)) return refuse(notFound('Deploy Key'))
  const projectId = access.right.project.id
  return execute(forge, projectId, keyId, { type: 'Enable', projectId, canPush: false }, context)
}

/** A change of a deploy key; omitted fields stay as they are. */
export interface DeployKeyChanges extends DeployKeyRef {
  readonly title?: string | undefined
  readonly canPush?: boolean | undefined
}

/** Changes a deploy key: its title everywhere, its right to push in this project. Rejections: those of `getDeployKey`; `Invalid` (title). */
export const changeDeployKey: UseCase<DeployKeyChanges, ProjectDeployKeyRow> = async (
  forge,
  { principal, context },
  { title, canPush, ...ref },
) => {
  const access = projectFor(forge, principal, ref.project, 'admin_project')
  if (E.isLeft(access)) return access
  const found = getDeployKey(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const projectId = access.right.project.id
  return execute(forge, projectId, ref.keyId, { type: 'Change', projectId, title, canPush }, context)
}

/** Removes a deploy key from a project; without another project it is deleted. Rejections: those of `getDeployKey`. */
export const removeDeployKey: UseCase<DeployKeyRef, void> = async (forge, { principal, context }, ref) => {
  const access = projectFor(forge, principal, ref.project, 'admin_project')
  if (E.isLeft(access)) return access
  const found = getDeployKey(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const command = { type: 'Disable', projectId: access.right.project.id } as const
  const gone = await forge.aggregates.execute(deployKey, ref.keyId, command, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
