import { type Hash, isHash, texts, word } from './hash.js'

const TEXTS = ['name', 'description', 'tag_name', 'tag_message', 'ref', 'released_at'] as const
const KNOWN = new Set<string>([...TEXTS, 'milestones', 'assets'])
const REQUIRED = ['tag_name', 'description'] as const

const words = (key: string): string => key.replace('_', ' ')

const isText = (u: unknown): boolean => typeof u === 'string' || u instanceof Date

const isBlank = (u: unknown): boolean => u === undefined || u === null || word(u).trim() === ''

const linksOf = (release: Hash): unknown => (isHash(release['assets']) ? release['assets']['links'] : undefined)

const linkErrors = (what: string, links: unknown): ReadonlyArray<string> => {
  if (links === undefined || links === null) return []
  if (!Array.isArray(links)) return [`${what}:links config should be an array`]
  return links.flatMap((link) =>
    (['name', 'url'] as const).flatMap((key) =>
      isHash(link) && typeof link[key] === 'string' && !isBlank(link[key])
        ? []
        : [`${what}:links ${key} can't be blank`],
    ),
  )
}

/** Every error in the `release` of a job. */
export const releaseErrors = (name: string, release: unknown): ReadonlyArray<string> => {
  const what = `jobs:${name}:release`
  if (release === undefined || release === null) return []
  if (!isHash(release)) return [`${what} config should be a hash`]
  const others = Object.keys(release).filter((key) => !KNOWN.has(key))
  return [
    ...(others.length === 0 ? [] : [`${what} config contains unknown keys: ${others.join(', ')}`]),
    ...REQUIRED.filter((key) => isBlank(release[key])).map((key) => `${what} ${words(key)} can't be blank`),
    ...TEXTS.filter((key) => !isBlank(release[key]) && !isText(release[key])).map(
      (key) => `${what} ${words(key)} should be a string`,
    ),
    ...linkErrors(`${what}:assets`, linksOf(release)),
  ]
}

/** In double quotes, in which the shell of the job expands variables. */
const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`

/**
 * The command that makes the release which a job names; null where it names none. The program `release-cli` in the image of the job executes
 * it, with the token of the job.
 */
export const releaseCommandOf = (release: unknown): string | null => {
  if (!isHash(release)) return null
  const single = TEXTS.filter((key) => !isBlank(release[key])).map(
    (key) => `--${key.replace('_', '-')} ${quoted(word(release[key]))}`,
  )
  const milestones = texts(release['milestones']).map((title) => `--milestone ${quoted(title)}`)
  const links = linksOf(release)
  const assets = (Array.isArray(links) ? links : []).map(
    (link) => `--assets-link ${JSON.stringify(JSON.stringify(link))}`,
  )
  return ['release-cli create', ...single, ...milestones, ...assets].join(' ')
}
