import { isBranchName } from '../../../naming/ref-name.js'
import type { TextCheck } from '../catalogue/attribute.js'
import { isAddressOrNetwork, isHostName, isHostPattern, isOutboundTarget } from './hosts.js'
import { secondsOfDuration } from './setting-duration.js'
import { urlError } from './urls.js'

/** The error of a text; undefined where it is valid. */
type Check = (text: string) => string | undefined

const holding =
  (rule: (text: string) => boolean, sentence = 'is invalid'): Check =>
  (text) =>
    rule(text) ? undefined : sentence

const matching = (pattern: RegExp, sentence?: string): Check => holding((text) => pattern.test(text), sentence)

const urlWith =
  (...schemes: ReadonlyArray<string>): Check =>
  (text) =>
    urlError(text, schemes)

const httpUrl = urlWith('http', 'https')

/** A path on the own host: browsers read `//` and `/\` as the beginning of another host. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of them, so that `/<tab>/` becomes `//`.
const OWN_PATH = /^\/(?![/\\])[^\u0000-\u0020\u007f\\]*$/

const each =
  (separator: string, check: Check): Check =>
  (text) => {
    for (const part of text.split(separator)) {
      const sentence = check(part.trim())
      if (sentence !== undefined) return sentence
    }
    return undefined
  }

const isPattern = (text: string): boolean => {
  try {
    new RegExp(text)
    return true
  } catch {
    return false
  }
}

const isEmailAddress = (text: string): boolean => {
  const [, name = '', host = ''] = /^([^@]*)@([^@]*)$/.exec(text) ?? []
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line end in an address is a header of its own.
  return name !== '' && !/[\u0000-\u0020\u007f<>,;:"()\\[\]]/.test(name) && isHostName(host)
}

const duration: Check = holding((text) => secondsOfDuration(text) !== undefined, 'is not a correct duration')

/** The checks for texts that are not blank; in lists, for each item. */
export const TEXT_CHECKS: Readonly<Record<TextCheck, Check>> = {
  'any text': () => undefined,
  'addresses and networks': each(',', holding(isAddressOrNetwork)),
  'branch name': holding(isBranchName),
  'CI file path': (text) =>
    text.startsWith('/') || text.includes('..') ? 'cannot include leading slash or directory traversal.' : undefined,
  'cookie domain': holding((text) => isHostName(text.replace(/^\./, ''))),
  duration,
  'duration of a day or more': duration,
  'e-mail address': holding(isEmailAddress),
  'grpc or tls URL': urlWith('tls', 'grpc'),
  'header value': matching(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/),
  'host name': holding(isHostName),
  'host, address or network': holding(isOutboundTarget),
  'host pattern': holding(isHostPattern),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that a line has not.
  'one line': matching(/^[^\u0000-\u001f\u007f]*$/),
  pattern: holding(isPattern),
  'token prefix': matching(
    /^[\w+=/@:.-]+$/,
    "can contain only letters of the Base64 alphabet (RFC4648) with the addition of '@', ':' and '.'",
  ),
  URL: httpUrl,
  'URL or path': (text) => (OWN_PATH.test(text) ? undefined : httpUrl(text)),
  URLs: each(',', httpUrl),
}
