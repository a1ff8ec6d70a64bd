import type { Forge } from '@forgefold/core/app'
import type { IdFilter, ReactionFilter, SearchFilter } from '@forgefold/core/domains/issuable'

/** What both merge requests and issues are narrowed by in lists, from the words of the parameters (docs/reference/behaviour/planning.md#list-filters). */

/** Whether a text is one of the two words, in any case. */
export const isWord = (text: string, word: 'none' | 'any'): boolean => text.toLowerCase() === word

/** Users by name; undefined where one of the names is nobody's. */
const idsNamed = (forge: Forge, names: ReadonlyArray<string>): ReadonlyArray<number> | undefined => {
  const ids = names.map((name) => forge.read.users.byUsername(name)?.id)
  return ids.includes(undefined) ? undefined : (ids as ReadonlyArray<number>)
}

/** 0 is nobody. */
export const whoOf = (value: number | 'none' | 'any' | undefined): IdFilter | undefined => {
  if (typeof value !== 'number') return value
  return value === 0 ? 'none' : [value]
}

/** A name of nobody finds nothing. */
export const whoNamed = (
  forge: Forge,
  names: 'none' | 'any' | ReadonlyArray<string> | undefined,
): IdFilter | undefined => {
  if (names === undefined || typeof names === 'string') return names
  return idsNamed(forge, names) ?? []
}

/** Those who are asked for by both. */
export const bothOf = (one: IdFilter | undefined, other: ReadonlyArray<number>): IdFilter => {
  if (one === undefined || one === 'any') return other
  if (one === 'none' || one.length === 0) return []
  return [...new Set([...one, ...other])]
}

/** One way to say who, or the other; `nothing` where it is nobody. */
export const peopleOf = (
  forge: Forge,
  id: number | undefined,
  names: ReadonlyArray<string> | undefined,
): ReadonlyArray<number> | undefined | 'nothing' => {
  if (id !== undefined) return forge.read.users.byId(id) === undefined ? 'nothing' : [id]
  return names === undefined ? undefined : (idsNamed(forge, names) ?? 'nothing')
}

/** The caller's reaction that is asked for; undefined where none is. */
export const reactionOf = (forge: Forge, userId: number, text: string | undefined): ReactionFilter | undefined => {
  if (text === undefined || text === '') return undefined
  if (isWord(text, 'none')) return { userId, kind: 'none', name: '' }
  if (isWord(text, 'any')) return { userId, kind: 'any', name: '' }
  return { userId, kind: 'named', name: forge.emojiNames.canonical(text) ?? text }
}

/** So many different words count; SQL bears some hundreds of conditions, and nobody types as many. */
const MOST_WORDS = 64
const WORDS = /"([^"]+)"|([^\s"]+)/g

/** The words to look for, and where; undefined where nothing is looked for. */
export const searchOf = (search: string | undefined, places: string | undefined): SearchFilter | undefined => {
  if (search === undefined || search.trim() === '') return undefined
  const written = search.matchAll(WORDS)
  const words = [...new Set([...written].map(([, phrase, word]) => phrase ?? word ?? ''))].slice(0, MOST_WORDS)
  const wanted = (places ?? '').split(',').map((place) => place.trim())
  const chosen = (['title', 'description'] as const).filter((place) => wanted.includes(place))
  return { words, in: chosen.length === 0 ? ['title', 'description'] : chosen }
}

/** The authors that are asked for; a name of nobody finds nothing. */
export const authorsOf = (
  forge: Forge,
  given: { readonly author_id?: number | undefined; readonly author_username?: string | undefined },
): ReadonlyArray<number> | undefined => {
  if (given.author_id !== undefined) return [given.author_id]
  return given.author_username === undefined ? undefined : (idsNamed(forge, [given.author_username]) ?? [])
}
