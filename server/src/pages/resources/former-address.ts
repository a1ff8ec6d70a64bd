import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { namespaceByFormerPath } from '@forgefold/core/domains/projects/namespace'
import { getProject, projectByFormerPath } from '@forgefold/core/domains/projects/project'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpRequest } from '../../http/index.js'
import { locationOf } from '../../http/reply.js'
import { decodePath } from '../../http/request-path.js'

type Address = Pick<HttpRequest, 'path' | 'query'>

const GROUPS = '/groups'

const OF_OWNER = /^(?:\/groups)?\/(?!-\/)(.+?)\/-\//s

/** The path of the project or group to which an address with `/-/` belongs; undefined for others. */
export const ownerOfPath = (path: string): string | undefined => {
  const [, owner] = OF_OWNER.exec(path) ?? []
  return owner === undefined ? undefined : decodePath(owner)
}

/** The address with another path of its owner; undefined where it does not begin with the former one. */
const readdressed = ({ path, query }: Address, prefix: string, former: string, present: string): string | undefined => {
  const start = `${prefix}/${former}`
  if (!path.startsWith(start)) return undefined
  return locationOf(`${prefix}/${present}${path.slice(start.length)}${query === '' ? '' : `?${query}`}`)
}

/**
 * The present address of a page below a former path of a project that the visitor may see; undefined for others
 * (docs/reference/behaviour/projects.md#former-paths).
 */
export const addressOfProject = (
  forge: Forge,
  principal: Principal,
  address: Address,
  owner: string,
): string | undefined => {
  const former = address.path.startsWith(`/${owner}`) ? projectByFormerPath(forge, owner) : undefined
  const found = former === undefined ? undefined : getProject(forge, { principal }, former.id)
  if (found === undefined || E.isLeft(found)) return undefined
  return readdressed(address, '', owner, found.right.fullPath)
}

/** The present address of a page below a former path of a group or a user, and the path of their own page, which only some may see. */
export const addressOfOwner = (
  forge: Forge,
  address: Address,
  owner: string,
): { readonly address: string; readonly page: string } | undefined => {
  const found = namespaceByFormerPath(forge, owner)
  if (found === undefined) return undefined
  const prefix = address.path.startsWith(`${GROUPS}/`) ? GROUPS : ''
  const moved = readdressed(address, prefix, owner, found.fullPath)
  return moved === undefined ? undefined : { address: moved, page: `${prefix}/${found.fullPath}` }
}
