/** Says whether a request is one of those that a pattern names. */
export type Matches = (method: string, path: string) => boolean

const API = '/api/v4'
const OWN = /^\/(api|oauth|-|\.well-known)(\/|$)/

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

/** What a pattern such as `POST /projects/:id/merge_requests` says; the path is below `/api/v4` unless it says another. Throws where there is none. */
export const readPattern = (pattern: string): { readonly method: string; readonly path: string } => {
  const [, method = '*', path] = /^(?:(\*|[A-Za-z]+)\s+)?(\/\S*)$/.exec(pattern.trim()) ?? []
  if (path === undefined) throw new Error(`no pattern of requests: ${pattern}; write 'GET /projects/:id'`)
  return { method: method.toUpperCase(), path: OWN.test(path) ? path : API + path }
}

/** Reads a method or `*`, and a path whose `:names` stand for one segment and `*` for any text. Throws where there is no path. */
export const endpointPattern = (pattern: string): Matches => {
  const { method, path } = readPattern(pattern)
  const source = escaped(path).replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')
  const expression = new RegExp(`^${source}/?$`)
  return (asked, at) => (method === '*' || method === asked) && expression.test(at)
}
