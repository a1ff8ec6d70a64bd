import * as E from 'fp-ts/lib/Either.js'
import { administrator, type DeployScope, type Principal } from '../../../access/index.js'
import type { Caller } from '../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../app/forge.js'
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

/** Where deploy tokens belong: to a project or to a group, as the API names it. */
export type DeployTokenPlace = { readonly project: ProjectRef } | { readonly group: GroupRef }

interface Owner {
  readonly projectId: number | null
  readonly groupId: number | null
}

/** Maintainers of projects and owners of groups. Rejections: `Unauthenticated`; `NotFound` (Project, Group); `Forbidden`. */
const ownerOf = (forge: Forge, principal: Principal, place: DeployTokenPlace): E.Either<Rejection, Owner> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  if ('project' in place) {
    const found = projectFor(forge, principal, place.project, 'admin_project')
    return E.isLeft(found) ? found : E.right({ projectId: found.right.project.id, groupId: null })
  }
  const found = groupFor(forge, principal, place.group, 'admin_group')
  return E.isLeft(found) ? found : E.right({ projectId: null, groupId: found.right.group.id })
}

const SECRET_LENGTH = 20

export interface NewDeployToken {
  readonly place: DeployTokenPlace
  readonly name: string
  /** Undefined: made from its number. */
  readonly username?: string | undefined
  readonly scopes: ReadonlyArray<DeployScope>
  readonly expiresAt: Instant | null
}

export interface CreatedDeployToken {
  readonly token: DeployTokenRow
  /** Told this once; only its digest is kept. */
  readonly secret: string
}

/** Makes a token. Rejections: as of its place; `Invalid`. */
export const createDeployToken = async (
  forge: Forge,
  { principal, context }: Caller,
  input: NewDeployToken,
): UseCaseResult<CreatedDeployToken> => {
  const owner = ownerOf(forge, principal, input.place)
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

/** Tokens of a project or group. Rejections: as of its place. */
export const listDeployTokens = async (
  forge: Forge,
  principal: Principal,
  place: DeployTokenPlace,
  active: boolean,
  page: PageRequest,
): UseCaseResult<Page<DeployTokenRow>> => {
  const owner = ownerOf(forge, principal, place)
  if (E.isLeft(owner)) return owner
  const { projectId, groupId } = owner.right
  const whose = projectId === null ? { groupId: groupId ?? 0 } : { projectId }
  return E.right(forge.read.deployTokens.list({ ...whose, activeAt: active ? forge.clock.now() : undefined }, page))
}

/** Every token of the instance. Rejections: `Unauthenticated`; `Forbidden`. */
export const listAllDeployTokens = async (
  forge: Forge,
  principal: Principal,
  active: boolean,
  page: PageRequest,
): UseCaseResult<Page<DeployTokenRow>> => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  return E.right(forge.read.deployTokens.list({ activeAt: active ? forge.clock.now() : undefined }, page))
}

/** One token of a project or group. Rejections: as of its place; `RecordNotFound`. */
export const getDeployToken = async (
  forge: Forge,
  principal: Principal,
  place: DeployTokenPlace,
  id: number,
): UseCaseResult<DeployTokenRow> => {
  const owner = ownerOf(forge, principal, place)
  if (E.isLeft(owner)) return owner
  const row = forge.read.deployTokens.byId(id)
  const { projectId, groupId } = owner.right
  return row === undefined || row.projectId !== projectId || row.groupId !== groupId
    ? refuse(recordNotFound)
    : E.right(row)
}

/** Revokes a token for good. Rejections: as of its place; `RecordNotFound`. */
export const revokeDeployToken = async (
  forge: Forge,
  { principal, context }: Caller,
  place: DeployTokenPlace,
  id: number,
): UseCaseResult<void> => {
  const found = await getDeployToken(forge, principal, place, id)
  if (E.isLeft(found)) return found
  const gone = await forge.aggregates.execute(deployToken, id, { type: 'Revoke' }, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
