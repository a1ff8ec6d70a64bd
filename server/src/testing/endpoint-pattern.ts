/** Says whether a request is one of those that a pattern names. */
export type Matches = (method: string, path: string) => boolean

const API = '/api/v4'
const OWN = /^\/(api|oauth|-|\.well-known)(\/|$)/

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

/**
 * Reads `POST /projects/:id/merge_requests`: a method or `*`, and a path whose `:names` stand for one segment and `*` for any text.
 *
 * The path is below `/api/v4` unless it says another. Throws where there is no path.
 */
export const endpointPattern = (pattern: string): Matches => {
  const [, method = '*', path] = /^(?:(\*|[A-Za-z]+)\s+)?(\/\S*)$/.exec(pattern.trim()) ?? []
  if (path === undefined) throw new Error(`no pattern of requests: ${pattern}; write 'GET /projects/:id'`)
  const whole = OWN.test(path) ? path : API + path
  const source = escaped(whole).replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')
  const expression = new RegExp(`^${source}/?$`)
  const wanted = method.toUpperCase()
  return (asked, at) => (wanted === '*' || wanted === asked) && expression.test(at)
}
