import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../access/principal.js'
import type { Forge } from '../../app/forge.js'
import { findGroup } from '../projects/group/access.js'
import type { MemberFilter } from '../projects/member/queries.js'
import { stripCode } from './code-spans.js'

const PART = '[A-Za-z0-9_](?:[\\w.-]{0,253}[A-Za-z0-9_])?'
/** A user, or a group by its full path. */
export const NAME = `${PART}(?:/${PART}){0,20}`
const MENTION = new RegExp(`(?<![\\w.@\`-])@(${NAME})(?![\\w@])`, 'g')
/** Consecutive mentions at the beginning of a line. */
const ADDRESS = new RegExp(`^ {0,3}(?:@${NAME}(?![\\w@])[\\s,]*)+`)
/** The fence of a quotation of several lines. */
const QUOTE = '>>>'

/** The most names of a text; each is looked up. */
const MAX_NAMES = 1000

const namesIn = (text: string): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (const [, name] of text.matchAll(MENTION)) {
    if (names.size === MAX_NAMES) break
    names.add((name as string).toLowerCase())
  }
  return [...names]
}

/** The first names of users and groups that a text mentions (`@name`, `@group/subgroup`), each once, in lower case; those in code do not count. */
export const mentionedNames = (text: string): ReadonlyArray<string> =>
  text.includes('@') ? namesIn(stripCode(text)) : []

/** The mentioned names at the beginning of a line: the text addresses them directly. */
export const directlyAddressedNames = (text: string): ReadonlyArray<string> => {
  if (!text.includes('@')) return []
  let isQuoted = false
  const addresses: Array<string> = []
  for (const line of stripCode(text).split('\n')) {
    if (line.trim() === QUOTE) isQuoted = !isQuoted
    else if (!isQuoted && line.includes('@')) addresses.push(ADDRESS.exec(line)?.[0] ?? '')
  }
  return namesIn(addresses.join('\n'))
}

/** The most members that one group or project name stands for; once the names of a text stand for so many, further groups stand for no one. */
const MAX_MEMBERS = 10_000

/** All members of the project. */
const ALL = 'all'

/** The author of a text, and its project. */
export interface TextAuthor {
  readonly principal: SignedIn
  readonly projectId: number
}

type Place = Pick<MemberFilter, 'source' | 'sourceId' | 'inherited'>

const membersOf = (forge: Forge, place: Place): ReadonlyArray<number> =>
  forge.read.members.list(place, { page: 1, perPage: MAX_MEMBERS }).rows.map(({ userId }) => userId)

/** What a name stands for: a user, a group that may be mentioned, or the project; undefined where that is nothing. */
const meantBy = (forge: Forge, name: string, projectId: number): number | Place | undefined => {
  const user = forge.read.users.byUsername(name)
  if (user !== undefined) return user.id
  if (name === ALL) return { source: 'project', sourceId: projectId, inherited: true }
  const group = forge.read.groups.byFullPath(name)
  if (group === undefined || group.mentionsDisabled === true) return undefined
  return { source: 'group', sourceId: group.id, inherited: false }
}

/**
 * The users that names stand for in a project, each once: users, the direct members of groups that may be mentioned, and all members of the
 * project; `mayName` excludes groups and projects. Unknown names are ignored.
 */
export const usersNamed = (
  forge: Forge,
  names: ReadonlyArray<string>,
  projectId: number,
  mayName: (place: Place) => boolean = () => true,
): ReadonlyArray<number> => {
  const users = new Set<number>()
  let members = 0
  for (const name of names) {
    const meant = meantBy(forge, name, projectId)
    if (typeof meant === 'number') users.add(meant)
    else if (meant !== undefined && members < MAX_MEMBERS && mayName(meant))
      for (const userId of membersOf(forge, meant)) {
        users.add(userId)
        members++
      }
  }
  return [...users]
}

/**
 * The users that a text mentions, individually, by group, or as all members of the project (`@all`).
 *
 * A group that the author may not see stands for no one, and only members of the project may mention all of its members.
 */
export const mentionedUsers = (
  forge: Forge,
  { principal, projectId }: TextAuthor,
  text: string,
): ReadonlyArray<number> =>
  usersNamed(forge, mentionedNames(text), projectId, ({ source, sourceId }) =>
    source === 'group'
      ? E.isRight(findGroup(forge, principal, sourceId))
      : forge.read.projects.level(principal.userId, sourceId) > 0,
  )
