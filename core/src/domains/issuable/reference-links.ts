import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../access/principal.js'
import type { Forge } from '../../app/forge.js'
import type { ReferenceLink, ReferenceLinks } from '../../ports/index.js'
import { findGroup } from '../projects/group/access.js'
import { findProject } from '../projects/project/access.js'
import { findIssuable } from './issuable.js'
import { parseReference } from './references.js'

const person = (forge: Forge, principal: Principal, name: string): ReferenceLink | undefined => {
  const user = forge.read.users.byUsername(name)
  if (user !== undefined) return { href: `/${user.username}`, title: user.name, kind: 'user', data: { user: user.id } }
  const id = forge.read.groups.byFullPath(name)?.id
  const found = id === undefined ? undefined : findGroup(forge, principal, id)
  if (found === undefined || E.isLeft(found)) return undefined
  const { group } = found.right
  return { href: `/groups/${group.fullPath}`, title: group.fullName, kind: 'user', data: { group: group.id } }
}

/** The links to each type of issuable: path, type, and the attribute that holds the global id. */
const LINKS = {
  Issue: { path: 'issues', kind: 'issue', data: 'issue' },
  MergeRequest: { path: 'merge_requests', kind: 'merge_request', data: 'merge-request' },
} as const

const issuableLink = (
  forge: Forge,
  principal: Principal,
  projectId: number,
  name: string,
): ReferenceLink | undefined => {
  const named = parseReference(name)
  if (named === undefined || !Number.isSafeInteger(named.iid)) return undefined
  const { type, iid, project: path } = named
  const own = forge.read.projects.byId(projectId)
  const fullPath = path === undefined || path.includes('/') ? path : `${own?.namespace.fullPath ?? ''}/${path}`
  const id = fullPath === undefined ? projectId : forge.read.projects.byFullPath(fullPath)?.id
  const access = id === undefined ? undefined : findProject(forge, principal, id)
  if (access === undefined || E.isLeft(access)) return undefined
  const { project } = access.right
  const found = findIssuable(forge, { principal }, { type, project: project.id, iid })
  if (E.isLeft(found)) return undefined
  const { title, id: issuableId } = found.right
  const { path: folder, kind, data } = LINKS[type]
  return {
    href: `/${project.fullPath}/-/${folder}/${iid}`,
    title,
    kind,
    data: { project: project.id, [data]: issuableId, iid },
  }
}

/** The most distinct names of a text that are looked up. */
const MAX_LINKS = 1000

/** The links of names in a project's texts for a caller; a name that is hidden from them gets no link. */
export const referenceLinks = (forge: Forge, principal: Principal, projectId: number): ReferenceLinks => {
  const known = new Map<string, ReferenceLink | undefined>()
  return (name) => {
    if (known.has(name) || known.size >= MAX_LINKS) return known.get(name)
    const link = name.startsWith('@')
      ? person(forge, principal, name.slice(1))
      : issuableLink(forge, principal, projectId, name)
    known.set(name, link)
    return link
  }
}
