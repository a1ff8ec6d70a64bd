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

/** The errors of a link beside the others of its release; undefined where there are none (docs/reference/behaviour/delivery.md#releases). */
export const linkErrors = (link: ReleaseLink, others: ReadonlyArray<ReleaseLink>): FieldErrors | undefined => {
  const taken = (field: 'name' | 'url' | 'path'): ReadonlyArray<string> =>
    link[field] !== null && others.some((one) => one.id !== link.id && one[field] === link[field]) ? TAKEN : []
  return fieldErrors({
    name: [...blankOrTooLong(link.name), ...taken('name')],
    url: [...urlErrors(link.url), ...taken('url')],
    filepath: [...pathErrors(link.path), ...taken('path')],
  })
}
