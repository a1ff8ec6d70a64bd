import * as E from 'fp-ts/lib/Either.js'
import { administrator, type DeployScope, type Principal } from '../../../access/index.js'
import type { Forge, Lookup, Query, UseCase } from '../../../app/forge.js'
import {
  type Instant,
  type Rejection,
  recordNotFound,
  refuse,
  unauthenticated,
  unavailable,
} from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { type GroupRef, groupFor } from '../group/access.js'
import { type ProjectRef, projectFor } from '../project/access.js'
import { deployToken } from './aggregate.js'
import type { DeployTokenRow } from './queries.js'

/** The project or the group that a deploy token belongs to, as the API names it. */
export type DeployTokenOwner = { readonly project: ProjectRef } | { readonly group: GroupRef }

interface OwnerIds {
  readonly projectId: number | null
  readonly groupId: number | null
}

/** Maintainers of projects and owners of groups. Rejections: `Unauthenticated`; `NotFound` (Project, Group); `Forbidden`. */
const ownerOf = (forge: Forge, principal: Principal, owner: DeployTokenOwner): E.Either<Rejection, OwnerIds> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  if ('project' in owner) {
    const found = projectFor(forge, principal, owner.project, 'admin_project')
    return E.isLeft(found) ? found : E.right({ projectId: found.right.project.id, groupId: null })
  }
  const found = groupFor(forge, principal, owner.group, 'admin_group')
  return E.isLeft(found) ? found : E.right({ projectId: null, groupId: found.right.group.id })
}

const SECRET_LENGTH = 20

/** A new deploy token. */
export interface NewDeployToken {
  readonly owner: DeployTokenOwner
  readonly name: string
  /** Undefined: derived from its id. */
  readonly username?: string | undefined
  readonly scopes: ReadonlyArray<DeployScope>
  readonly expiresAt: Instant | null
}

/** A new deploy token with its secret. */
export interface CreatedDeployToken {
  readonly token: DeployTokenRow
  /** Shown once; only its digest is stored. */
  readonly secret: string
}

/** Makes a token. Rejections: those of its owner; `Invalid`. */
export const createDeployToken: UseCase<NewDeployToken, CreatedDeployToken> = async (
  forge,
  { principal, context },
  input,
) => {
  const owner = ownerOf(forge, principal, input.owner)
  if (E.isLeft(owner)) return owner
  const id = await forge.numbers.next('deploy_token')
  if (E.isLeft(id)) return id
  const secret = forge.secrets.token(SECRET_LENGTH)
  const { name, scopes, expiresAt, username = `deploy-token-${id.right}` } = input
  const digest = forge.secrets.digest(secret)
  const command = { type: 'Create', ...owner.right, name, username, scopes, expiresAt, digest } as const
  const made = await forge.aggregates.execute(deployToken, id.right, command, context)
  if (E.isLeft(made)) return made
  const token = forge.read.deployTokens.byId(id.right)
  return token === undefined
    ? refuse(unavailable('the read model does not show the new token'))
    : E.right({ token, secret })
}

/** Which deploy tokens a list contains. */
export interface ListDeployTokens {
  readonly owner: DeployTokenOwner
  /** Only those that are neither revoked nor expired. */
  readonly active: boolean
  readonly page: PageRequest
}

/** Tokens of a project or group. Rejections: those of its owner. */
export const listDeployTokens: Query<ListDeployTokens, Page<DeployTokenRow>> = (forge, { principal }, input) => {
  const { active, page } = input
  const owner = ownerOf(forge, principal, input.owner)
  if (E.isLeft(owner)) return owner
  const { projectId, groupId } = owner.right
  const whose = projectId === null ? { groupId: groupId ?? 0 } : { projectId }
  return E.right(forge.read.deployTokens.list({ ...whose, activeAt: active ? forge.clock.now() : undefined }, page))
}

/** Every token of the instance. Rejections: `Unauthenticated`; `Forbidden`. */
export const listAllDeployTokens: Query<Omit<ListDeployTokens, 'owner'>, Page<DeployTokenRow>> = (
  forge,
  { principal },
  { active, page },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  return E.right(forge.read.deployTokens.list({ activeAt: active ? forge.clock.now() : undefined }, page))
}

/** A deploy token of a project or of a group as the API names it. */
export interface DeployTokenRef {
  readonly owner: DeployTokenOwner
  readonly id: number
}

/** One token of a project or group. Rejections: those of its owner; `RecordNotFound`. */
export const getDeployToken: Query<DeployTokenRef, DeployTokenRow> = (forge, { principal }, { owner: ref, id }) => {
  const owner = ownerOf(forge, principal, ref)
  if (E.isLeft(owner)) return owner
  const row = forge.read.deployTokens.byId(id)
  const { projectId, groupId } = owner.right
  return row === undefined || row.projectId !== projectId || row.groupId !== groupId
    ? refuse(recordNotFound)
    : E.right(row)
}

/** Revokes a token for good. Rejections: those of its owner; `RecordNotFound`. */
export const revokeDeployToken: UseCase<DeployTokenRef, void> = async (forge, { principal, context }, ref) => {
  const found = getDeployToken(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const gone = await forge.aggregates.execute(deployToken, ref.id, { type: 'Revoke' }, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}

/** A deploy token by the SHA-256 of its secret, hexadecimal. */
export const deployTokenByDigest: Lookup<string, DeployTokenRow | undefined> = (forge, digest) =>
  forge.read.deployTokens.byDigest(digest)
