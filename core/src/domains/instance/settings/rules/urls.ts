import { isAddress, isHostName, isPort } from './hosts.js'

const AUTHORITY = /^(?:[^@/?#]*@)?(\[[^\]]*\]|[^:/?#@[\]]*)(?::([^/?#]*))?(?=[/?#]|$)/

// biome-ignore lint/suspicious/noControlCharactersInRegex: those no URL may contain.
const NEVER = /[\u0000-\u0020\u007f"<>\\^`{|}]/

const isHost = (text: string): boolean => {
  const bracketed = /^\[(.*)\]$/.exec(text)?.[1]
  if (bracketed !== undefined) return bracketed.includes(':') && isAddress(bracketed)
  return isHostName(text) || isAddress(text)
}

/** The error of an absolute URL with one of these schemes (RFC 3986 §3); undefined where it is valid. */
export const urlError = (text: string, schemes: ReadonlyArray<string>): string | undefined => {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text) ?? []
  if (scheme === undefined) return 'must be a valid URL'
  if (!schemes.includes(scheme.toLowerCase())) return `is blocked: Only allowed schemes are ${schemes.join(', ')}`
  const [, host = '', port] = AUTHORITY.exec(rest) ?? []
  const isValid = !NEVER.test(rest) && isHost(host) && (port === undefined || port === '' || isPort(port))
  return isValid ? undefined : 'must be a valid URL'
}
