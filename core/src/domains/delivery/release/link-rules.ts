import { blankOrTooLong, type FieldErrors, fieldErrors } from '../../../kernel/index.js'
import type { ReleaseLink } from './events.js'

/** A URL without spaces or line breaks, which would end the header that redirects to it. */
const SCHEME = /^(?:https?|ftp):\/\/[^/\s\p{Cc}][^\s\p{Cc}]*$/iu
const MAX_URL_LENGTH = 8192
const MAX_PATH_LENGTH = 128
const SEGMENT = /^[\w.-]+$/

const TAKEN: ReadonlyArray<string> = ['has already been taken']

const urlErrors = (url: string): ReadonlyArray<string> => {
  if (url.trim() === '') return ["can't be blank"]
  if (url.length > MAX_URL_LENGTH || !SCHEME.test(url)) return ['is blocked: Only allowed schemes are http, https, ftp']
  return []
}

const isPath = (path: string): boolean =>
  path.startsWith('/') &&
  /[\dA-Za-z]$/.test(path) &&
  path
    .slice(1)
    .split('/')
    .every((part) => SEGMENT.test(part) && part !== '.' && part !== '..')

const pathErrors = (path: string | null): ReadonlyArray<string> => {
  if (path === null) return []
  if (path.length > MAX_PATH_LENGTH) return [`is too long (maximum is ${MAX_PATH_LENGTH} characters)`]
  return isPath(path) ? [] : ['is in an invalid format']
}

type UniqueField = 'name' | 'url' | 'path'

/** Which links of a release have a value in a field. */
const holdersOf = (links: ReadonlyArray<ReleaseLink>, field: UniqueField): ReadonlyMap<string, ReadonlySet<number>> => {
  const holders = new Map<string, Set<number>>()
  for (const { id, [field]: value } of links) {
    if (value === null) continue
    const known = holders.get(value)
    if (known === undefined) holders.set(value, new Set([id]))
    else known.add(id)
  }
  return holders
}

/**
 * The errors of a link beside the others of its release, by one look at all of them; undefined where there are none
 * (docs/reference/behaviour/delivery.md#releases).
 */
export const linkErrorsBeside = (
  others: ReadonlyArray<ReleaseLink>,
): ((link: ReleaseLink) => FieldErrors | undefined) => {
  const held = { name: holdersOf(others, 'name'), url: holdersOf(others, 'url'), path: holdersOf(others, 'path') }
  return (link) => linkErrors(link, held)
}

type Held = Readonly<Record<UniqueField, ReturnType<typeof holdersOf>>>

const linkErrors = (link: ReleaseLink, held: Held): FieldErrors | undefined => {
  const taken = (field: UniqueField): ReadonlyArray<string> => {
    const holders = link[field] === null ? undefined : held[field].get(link[field])
    return holders === undefined || (holders.size === 1 && holders.has(link.id)) ? [] : TAKEN
  }
  return fieldErrors({
    name: [...blankOrTooLong(link.name), ...taken('name')],
    url: [...urlErrors(link.url), ...taken('url')],
    filepath: [...pathErrors(link.path), ...taken('path')],
  })
}
