import * as E from 'fp-ts/lib/Either.js'
import { administrator, signedIn } from '../../../../access/index.js'
import type { Lookup, Query } from '../../../../app/forge.js'
import { forbidden, notFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import type { DeployKeyRow, ProjectDeployKeyRow } from '../queries.js'

/** Which deploy keys of the instance a list contains. */
export interface ListAllDeployKeys {
  readonly page: PageRequest
  /** Public keys that any project may enable. There are none: every key belongs to projects. */
  readonly publicOnly: boolean
}

const NONE: Page<DeployKeyRow> = { rows: [], total: 0 }

/** Every deploy key of the instance. Rejections: `Unauthenticated`; `Forbidden`. */
export const listAllDeployKeys: Query<ListAllDeployKeys, Page<DeployKeyRow>> = (
  forge,
  { principal },
  { page, publicOnly },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  return E.right(publicOnly ? NONE : forge.read.deployKeys.list(page))
}

/** Which deploy keys a list contains. */
export interface ListDeployKeys {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** Deploy keys of a project. Rejections: `NotFound` (Project); `Forbidden`. */
export const listDeployKeys: Query<ListDeployKeys, Page<ProjectDeployKeyRow>> = (
  forge,
  { principal },
  { project, page },
) => {
  const access = projectFor(forge, principal, project, 'admin_project')
  return E.isLeft(access) ? access : E.right(forge.read.deployKeys.ofProject(access.right.project.id, page))
}

/** Of whose projects, and which page. */
export interface ListDeployKeysOfUser {
  /** The user's number or name. */
  readonly user: string
  readonly page: PageRequest
}

/**
 * The deploy keys of the projects that a user maintains, as far as the caller maintains them too.
 *
 * Rejections: `Unauthenticated`; `NotFound` (User); `Forbidden` where there is no such project.
 */
export const listDeployKeysOfUser: Query<ListDeployKeysOfUser, Page<DeployKeyRow>> = (
  forge,
  { principal },
  { user, page },
) => {
  const known = signedIn(principal)
  if (E.isLeft(known)) return known
  const { users, deployKeys } = forge.read
  const row = /^\d+$/.test(user) ? users.byId(Number(user)) : users.byUsername(user)
  if (row === undefined) return refuse(notFound('User'))
  const found = deployKeys.ofMaintained([...new Set([known.right.userId, row.id])], page)
  return E.fromNullable(forbidden('No common authorized project found'))(found)
}

/** A deploy key as the API names it. */
export interface DeployKeyRef {
  readonly project: ProjectRef
  readonly keyId: number
}

/** One deploy key of a project. Rejections: `NotFound` (Project, Deploy Key); `Forbidden`. */
export const getDeployKey: Query<DeployKeyRef, ProjectDeployKeyRow> = (forge, { principal }, { project, keyId }) => {
  const access = projectFor(forge, principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  return E.fromNullable(notFound('Deploy Key'))(forge.read.deployKeys.inProject(access.right.project.id, keyId))
}

/** A project that has a key. */
export interface DeployKeyProject {
  readonly projectId: number
  readonly canPush: boolean
}

/** The projects that have a deploy key. */
export const projectsOfDeployKey: Lookup<number, ReadonlyArray<DeployKeyProject>> = (forge, id) =>
  forge.read.deployKeys.projects(id)

/** The deploy key with this fingerprint, SHA-256 or MD5. */
export const deployKeyByFingerprint: Lookup<string, DeployKeyRow | undefined> = (forge, fingerprint) =>
  forge.read.deployKeys.byFingerprint(fingerprint)
