import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { thingNamed } from '@forgefold/core/domains/conversation/activity'
import { findIssue } from '@forgefold/core/domains/planning/issue'
import { findGroup } from '@forgefold/core/domains/projects/group'
import { findProject } from '@forgefold/core/domains/projects/project'
import { findRequest } from '@forgefold/core/domains/review/merge-request'
import type { ReferenceLink, ReferenceLinks } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'

const person = (forge: Forge, principal: Principal, name: string): ReferenceLink | undefined => {
  const user = forge.read.users.byUsername(name)
  if (user !== undefined) return { href: `/${user.username}`, title: user.name, kind: 'user', data: { user: user.id } }
  const id = forge.read.groups.byFullPath(name)?.id
  const found = id === undefined ? undefined : findGroup(forge, principal, id)
  if (found === undefined || E.isLeft(found)) return undefined
  const { group } = found.right
  return { href: `/groups/${group.fullPath}`, title: group.fullName, kind: 'user', data: { group: group.id } }
}

const thing = (forge: Forge, principal: Principal, projectId: number, name: string): ReferenceLink | undefined => {
  const named = thingNamed(name)
  if (named === undefined || !Number.isSafeInteger(named.iid)) return undefined
  const { type, iid, project: path } = named
  const own = forge.read.projects.byId(projectId)
  const fullPath = path === undefined || path.includes('/') ? path : `${own?.namespace.fullPath ?? ''}/${path}`
  const id = fullPath === undefined ? projectId : forge.read.projects.byFullPath(fullPath)?.id
  const place = id === undefined ? undefined : findProject(forge, principal, id)
  if (place === undefined || E.isLeft(place)) return undefined
  const { project } = place.right
  const ref = { project: project.id, iid }
  if (type === 'Issue') {
    const found = findIssue(forge, principal, ref)
    if (E.isLeft(found)) return undefined
    const data = { project: project.id, issue: found.right.row.id, iid }
    return { href: `/${project.fullPath}/-/issues/${iid}`, title: found.right.row.title, kind: 'issue', data }
  }
  const found = findRequest(forge, principal, ref, 'hidden')
  if (E.isLeft(found)) return undefined
  const data = { project: project.id, 'merge-request': found.right.row.id, iid }
  const href = `/${project.fullPath}/-/merge_requests/${iid}`
  return { href, title: found.right.row.title, kind: 'merge_request', data }
}

/** So many different names of one text are looked up. */
const MOST = 1000

/** Links of the names in a project's texts, for somebody: what is hidden from them is no link. */
export const referenceLinks = (forge: Forge, principal: Principal, projectId: number): ReferenceLinks => {
  const known = new Map<string, ReferenceLink | undefined>()
  return (name) => {
    if (known.has(name) || known.size >= MOST) return known.get(name)
    const link = name.startsWith('@')
      ? person(forge, principal, name.slice(1))
      : thing(forge, principal, projectId, name)
    known.set(name, link)
    return link
  }
}
