const FORBIDDEN_SCHEMES = ['data', 'vbscript', 'javascript']

/** Shows the code to the user instead of redirecting the browser. */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

/** User information, a host or an address of version 6 in brackets, and a port (RFC 3986 §3.2). */
const AUTHORITY = /^([^@[\]]*@)?(\[[0-9a-f:.]+\]|[^@:[\]%]+)(:(\d*))?$/i

const HIGHEST_PORT = 65_535

/** The errors of what follows the scheme of an HTTP URI: it needs a host. */
const hostErrors = (rest: string): ReadonlyArray<string> => {
  const authority = /^\/\/([^/?]+)/.exec(rest)?.[1]
  if (authority === undefined) return ['must be an absolute URI.']
  const parts = AUTHORITY.exec(authority)
  return parts === null || Number(parts[4] ?? '') > HIGHEST_PORT ? ['must be a valid URI.'] : []
}

const SCHEME = /^([a-z][a-z0-9+.-]*):(.*)$/is

/** The errors of a redirect URI; empty where it is valid (RFC 6749 §3.1.2). */
export const redirectUriErrors = (uri: string): ReadonlyArray<string> => {
  if (uri === OUT_OF_BAND) return []
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\s\u0000-\u001f<>"\\^`{|}]/.test(uri)) return ['must be a valid URI.']
  const parts = SCHEME.exec(uri)
  if (parts === null) return ['must be an absolute URI.']
  const scheme = (parts[1] as string).toLowerCase()
  if (FORBIDDEN_SCHEMES.includes(scheme)) return ['is forbidden by the server.']
  if (uri.includes('#')) return ['cannot contain a fragment.']
  if (scheme === 'http' || scheme === 'https') return hostErrors(parts[2] as string)
  return parts[2] === '' ? ['must be an absolute URI.'] : []
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?(?=[/?]|$)/i

const split = (uri: string): { readonly base: string; readonly query: string | undefined } => {
  const mark = uri.indexOf('?')
  return mark < 0 ? { base: uri, query: undefined } : { base: uri.slice(0, mark), query: uri.slice(mark + 1) }
}

const sameParameters = (a: string, b: string): boolean =>
  a.split('&').sort().join('&') === b.split('&').sort().join('&')

const withoutLoopbackPort = (uri: string): string => uri.replace(LOOPBACK, 'http://$1')

/**
 * Whether a requested redirect URI matches the registered one: character by character, except for the port of a loopback address (RFC 8252
 * §7.3) and for a query, which is accepted where the registered one has none.
 */
export const matchesRedirectUri = (registered: string, requested: string): boolean => {
  if (redirectUriErrors(requested).length > 0) return false
  const want = split(withoutLoopbackPort(registered))
  const have = split(withoutLoopbackPort(requested))
  if (want.base !== have.base) return false
  if (want.query === undefined) return true
  return have.query !== undefined && sameParameters(want.query, have.query)
}
