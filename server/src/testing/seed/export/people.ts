import type { RoleName, SeedMembers } from '../document.js'
import { type Json, type SeedSource, usernameOf, withoutBlanks } from './source.js'

const ROLES = new Map<unknown, RoleName>([
  [10, 'guest'],
  [20, 'reporter'],
  [30, 'developer'],
  [40, 'maintainer'],
  [50, 'owner'],
])

const DEVELOPER = 30

/** The users in the seed. */
export interface People {
  readonly has: (username: string) => boolean
  readonly isAdmin: (username: string) => boolean
}

/** The direct members of a group or project. */
export const membersOf = async (
  source: SeedSource,
  people: People,
  url: string,
  owner: string,
): Promise<SeedMembers> => {
  const members = (await source.all(`${url}/members`)).flatMap((member) => {
    const [username, role] = [usernameOf(member), ROLES.get(member['access_level'])]
    return role === undefined || username === owner || username === 'root' || !people.has(username)
      ? []
      : [[username, role] as const]
  })
  return Object.fromEntries(members)
}

/** The author of an action, if they may still do it. */
export type Authors = (author: unknown, needs?: 'write' | 'read') => { readonly author?: string }

/** The member `author` in a project; left out if it is the owner, or a user who may no longer do it. */
export const authorsIn = async (
  source: SeedSource,
  people: People,
  project: Json,
  url: string,
  owner: string,
): Promise<Authors> => {
  const levels = new Map(
    (await source.all(`${url}/members/all`)).map((one) => [usernameOf(one), Number(one['access_level'])]),
  )
  const isSeen = project['visibility'] !== 'private'
  return (author, needs = 'write') => {
    const username = usernameOf(author)
    if (username === owner || !people.has(username)) return {}
    const level = levels.get(username) ?? 0
    const may = people.isAdmin(username) || level >= DEVELOPER || (needs === 'read' && (isSeen || level > 0))
    return may ? withoutBlanks({ author: username }) : {}
  }
}
