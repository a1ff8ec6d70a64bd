import type { Settings } from '../catalogue.js'

const MEGABYTE = 1024 * 1024

/** The most bytes a repository may take; undefined where there is no limit. */
export const largestRepository = (settings: Settings): number | undefined =>
  settings.repository_size_limit > 0 ? settings.repository_size_limit * MEGABYTE : undefined

/** What a repository has now, and what a change would bring, in bytes. */
export interface Growth {
  readonly size: number
  readonly more: number
}

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const

/** Bytes for people, in two significant digits: `500 Bytes`, `1.5 MB`. */
export const humanSize = (bytes: number): string => {
  if (bytes < 1024) return bytes === 1 ? '1 Byte' : `${bytes} Bytes`
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length)
  const rounded = Number((bytes / 1024 ** power).toPrecision(2))
  return `${rounded === 1000 ? '1,000' : rounded} ${UNITS[power - 1]}`
}

const ASK = 'Please contact your administrator for more information.'

const exceeded = (size: number, limit: number): string =>
  `because this repository has exceeded its size limit of ${humanSize(limit)} by ${humanSize(size - limit)}`

/** What a push is told that would make a repository larger than it may be, or comes to one that is; undefined lets it through. */
export const pushSizeRefusal = ({ size, more }: Growth, settings: Settings): string | undefined => {
  const limit = largestRepository(settings)
  if (limit === undefined || size + more <= limit) return undefined
  if (size > limit) return `Your push has been rejected, ${exceeded(size, limit)}. ${ASK}`
  return `Your push to this repository would cause it to exceed the size limit of ${humanSize(limit)} so it has been rejected. ${ASK}`
}

/** The same for commits made over the API. */
export const commitSizeRefusal = ({ size, more }: Growth, settings: Settings): string | undefined => {
  const limit = largestRepository(settings)
  if (limit === undefined || size + more <= limit) return undefined
  return `Your changes could not be committed, ${exceeded(size + more, limit)}`
}

/** The same for a merge, which brings next to nothing by itself: only a repository that is too large already stops it. */
export const mergeSizeRefusal = (size: number, settings: Settings): string | undefined => {
  const limit = largestRepository(settings)
  return limit === undefined || size <= limit
    ? undefined
    : `This merge request cannot be merged, ${exceeded(size, limit)}`
}
