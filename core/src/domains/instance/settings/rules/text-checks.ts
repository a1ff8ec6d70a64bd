import type { TextCheck } from '../catalogue/attribute.js'
import { secondsOfDuration } from './duration.js'

/** A sentence, or undefined where the text is as it should be. */
type Check = (text: string) => string | undefined

const unless =
  (pattern: RegExp, sentence: string): Check =>
  (text) =>
    pattern.test(text) ? undefined : sentence

const urlWith =
  (schemes: ReadonlyArray<string>): Check =>
  (text) => {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
    if (scheme === undefined) return 'must be a valid URL'
    if (!schemes.includes(scheme)) return `is blocked: Only allowed schemes are ${schemes.join(', ')}`
    return /^[a-z]+:\/\/[^\s/?#]\S*$/i.test(text) ? undefined : 'must be a valid URL'
  }

const httpUrl = urlWith(['http', 'https'])

const isPattern = (text: string): boolean => {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}

/** The checks for texts that are not blank. */
export const TEXT_CHECKS: Readonly<Record<TextCheck, Check>> = {
  'branch name': unless(/^[^<>\s~^:?*[\\]+$/, 'is invalid'),
  'CI file path': (text) =>
    text.startsWith('/') || text.includes('..') ? 'cannot include leading slash or directory traversal.' : undefined,
  duration: (text) => (secondsOfDuration(text) === undefined ? 'is not a correct duration' : undefined),
  'duration of a day or more': (text) =>
    secondsOfDuration(text) === undefined ? 'is not a correct duration' : undefined,
  'e-mail address': unless(/^[^@\s]+@[^@\s]+$/, 'is invalid'),
  'grpc or tls URL': urlWith(['tls', 'grpc']),
  'host name': unless(/^(?=.{1,253}$)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$/i, 'is invalid'),
  'no at sign': unless(/^[^@]+$/, 'is invalid'),
  pattern: (text) => (isPattern(text) ? undefined : 'is invalid'),
  'token prefix': unless(
    /^[\w+=/@:.-]+$/,
    "can contain only letters of the Base64 alphabet (RFC4648) with the addition of '@', ':' and '.'",
  ),
  URL: httpUrl,
  'URL or path': (text) => (text.startsWith('/') ? undefined : httpUrl(text)),
}
