import { trimEnd } from '../../../kernel/index.js'

const MAX_LENGTH = 24
const PREFIX_LENGTH = 17
const SUFFIX = 6

/** Six base-36 characters out of a hexadecimal digest. */
const suffixOf = (digest: string): string => BigInt(`0x${digest}`).toString(36).slice(-SUFFIX).padStart(SUFFIX, '0')

/**
 * The name as a part of host names and labels: at most 24 characters, a letter first, a letter or digit last.
 *
 * `digest` is SHA-256, hexadecimal; a name that has to be changed gets six characters of its own digest, so that two names stay distinct.
 */
export const slugOf = (name: string, digest: (text: string) => string): string => {
  let slug = name.toLowerCase().replace(/[^a-z0-9]/g, '-')
  if (!/^[a-z]/.test(slug)) slug = `env-${slug}`
  slug = slug.replace(/-+/g, '-')
  if (slug.length <= MAX_LENGTH && slug === name) return trimEnd(slug, '-')
  slug = slug.slice(0, PREFIX_LENGTH)
  if (!slug.endsWith('-')) slug += '-'
  return slug + suffixOf(digest(name))
}
