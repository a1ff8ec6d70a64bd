import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { getProject, projectByFormerPath } from '@forgefold/core/domains/projects/project'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpRequest } from '../../http/index.js'

/**
 * The present address of a page below a former path of a project that the visitor may see; undefined for others
 * (docs/reference/behaviour/projects.md#former-paths).
 */
export const presentAddress = (
  forge: Forge,
  principal: Principal,
  { path, query }: Pick<HttpRequest, 'path' | 'query'>,
  owner: string,
): string | undefined => {
  const former = path.startsWith(`/${owner}`) ? projectByFormerPath(forge, owner) : undefined
  const found = former === undefined ? undefined : getProject(forge, { principal }, former.id)
  if (found === undefined || E.isLeft(found)) return undefined
  const rest = path.slice(owner.length + 1)
  return `/${found.right.fullPath}${rest}${query === '' ? '' : `?${query}`}`
}
