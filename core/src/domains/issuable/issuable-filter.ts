import type { VisibilityScope } from '../../access/visibility-scope.js'
import type { Forge } from '../../app/forge.js'
import type { Instant } from '../../kernel/index.js'
import { userById, userByName } from '../identity/user/use-cases/read.js'

/** No user, any user, or all of these. */
export type IdFilter = 'none' | 'any' | ReadonlyArray<number>

/** Labels: none, any, or for each requested title the ids of the labels with that title, of which one suffices. */
export type LabelFilter = 'none' | 'any' | ReadonlyArray<ReadonlyArray<number>>

/** The award emoji of a user. */
export interface ReactionFilter {
  readonly userId: number
  /** Distinguishes `none`, `any` and names. */
  readonly kind: 'none' | 'any' | 'named'
  readonly name: string
}

/** All words must occur in the same column. */
export interface SearchFilter {
  readonly words: ReadonlyArray<string>
  readonly in: ReadonlyArray<'title' | 'description'>
}

/** What issuables must not have: none at all (so they have some), any at all, or one of these. */
export type NegatedIds = 'none' | 'any' | ReadonlyArray<number>

/** Negated conditions that lists of merge requests and of issues share. */
export interface NegatedIssuableFilter {
  readonly labels?: NegatedIds | undefined
  readonly milestones?: NegatedIds | undefined
  readonly authorIds?: ReadonlyArray<number> | undefined
  readonly assignees?: NegatedIds | undefined
  readonly reaction?: ReactionFilter | undefined
}

/** The conditions that lists of merge requests and of issues share; all of them must hold. */
export interface IssuableFilter {
  readonly visibleTo: VisibilityScope
  readonly projectId?: number | undefined
  /** Of projects of this group and of its subgroups. */
  readonly groupId?: number | undefined
  readonly ids?: ReadonlyArray<number> | undefined
  readonly iids?: ReadonlyArray<number> | undefined
  readonly authorIds?: ReadonlyArray<number> | undefined
  readonly assignees?: IdFilter | undefined
  readonly labels?: LabelFilter | undefined
  readonly milestones?: IdFilter | undefined
  readonly reaction?: ReactionFilter | undefined
  readonly search?: SearchFilter | undefined
  readonly nonArchived?: boolean | undefined
  readonly createdAfter?: Instant | undefined
  readonly createdBefore?: Instant | undefined
  readonly updatedAfter?: Instant | undefined
  readonly updatedBefore?: Instant | undefined
  readonly sort: 'asc' | 'desc'
}

/** Whether a text is one of the two words, case-insensitively. */
export const isWord = (text: string, word: 'none' | 'any'): boolean => text.toLowerCase() === word

/** Users by name; undefined where a name is unknown. */
const idsNamed = (forge: Forge, names: ReadonlyArray<string>): ReadonlyArray<number> | undefined => {
  const ids = names.map((name) => userByName(forge, name)?.id)
  return ids.includes(undefined) ? undefined : (ids as ReadonlyArray<number>)
}

/** A user id as a condition: 0 is no user. */
export const userFilter = (value: number | 'none' | 'any' | undefined): IdFilter | undefined => {
  if (typeof value !== 'number') return value
  return value === 0 ? 'none' : [value]
}

/** User names as a condition: all of them; an unknown name matches nothing. */
export const userNameFilter = (
  forge: Forge,
  names: 'none' | 'any' | ReadonlyArray<string> | undefined,
): IdFilter | undefined => {
  if (names === undefined || typeof names === 'string') return names
  return idsNamed(forge, names) ?? []
}

/** A condition with further users. */
export const withUsers = (one: IdFilter | undefined, other: ReadonlyArray<number>): IdFilter => {
  if (one === undefined || one === 'any') return other
  if (one === 'none' || one.length === 0) return []
  return [...new Set([...one, ...other])]
}

/** User ids from an id or from names; `nothing` where there is no such user. */
export const userIdsFrom = (
  forge: Forge,
  id: number | undefined,
  names: ReadonlyArray<string> | undefined,
): ReadonlyArray<number> | undefined | 'nothing' => {
  if (id !== undefined) return userById(forge, id) === undefined ? 'nothing' : [id]
  return names === undefined ? undefined : (idsNamed(forge, names) ?? 'nothing')
}

/** Users that must not be there, from an id (0 is no user) or from names; `nothing` where there is no such user. */
export const negatedUsers = (
  forge: Forge,
  id: number | 'none' | 'any' | undefined,
  names: ReadonlyArray<string> | undefined,
): NegatedIds | undefined | 'nothing' => {
  if (id === 0) return 'none'
  return typeof id === 'string' ? id : userIdsFrom(forge, id, names)
}

/** A reaction of the user as a condition; undefined where none is requested. */
export const reactionFilter = (forge: Forge, userId: number, text: string | undefined): ReactionFilter | undefined => {
  if (text === undefined || text === '') return undefined
  if (isWord(text, 'none')) return { userId, kind: 'none', name: '' }
  if (isWord(text, 'any')) return { userId, kind: 'any', name: '' }
  return { userId, kind: 'named', name: forge.emojiNames.canonical(text) ?? text }
}

/** The most distinct words of a search, because SQL accepts a limited number of conditions. */
const MAX_WORDS = 64
const WORDS = /"([^"]+)"|([^\s"]+)/g

/** The words to search for, and the columns, from `search` and `in`; undefined without a search. */
export const searchFilter = (search: string | undefined, places: string | undefined): SearchFilter | undefined => {
  if (search === undefined || search.trim() === '') return undefined
  const written = search.matchAll(WORDS)
  const words = [...new Set([...written].map(([, phrase, word]) => phrase ?? word ?? ''))].slice(0, MAX_WORDS)
  const wanted = (places ?? '').split(',').map((place) => place.trim())
  const chosen = (['title', 'description'] as const).filter((place) => wanted.includes(place))
  return { words, in: chosen.length === 0 ? ['title', 'description'] : chosen }
}

/** Authors from an id or a name; an unknown name matches nothing. */
export const authorIdsFrom = (
  forge: Forge,
  author: { readonly id?: number | undefined; readonly username?: string | undefined },
): ReadonlyArray<number> | undefined => {
  if (author.id !== undefined) return [author.id]
  return author.username === undefined ? undefined : (idsNamed(forge, [author.username]) ?? [])
}
