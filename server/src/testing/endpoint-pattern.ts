import { shown } from '../embedding/known-names.js'

/** Whether a request matches a pattern. */
export type Matches = (method: string, path: string) => boolean

const API = '/api/v4'
const OWN = /^\/(api|oauth|-|\.well-known)(\/|$)/

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

/** Parses a pattern such as `POST /projects/:id/merge_requests`; the path is below `/api/v4` unless it names another root. Throws if it is invalid. */
export const readPattern = (pattern: string): { readonly method: string; readonly path: string } => {
  const [, method = '*', path] = /^(?:(\*|[A-Za-z]+)\s+)?(\/\S*)$/.exec(pattern.trim()) ?? []
  if (path === undefined) throw new Error(`no pattern of requests: ${shown(pattern)}; write 'GET /projects/:id'`)
  return { method: method.toUpperCase(), path: OWN.test(path) ? path : API + path }
}

/** Parses a method or `*`, and a path whose `:names` match one segment and `*` any text. Throws if there is no path. */
export const endpointPattern = (pattern: string): Matches => {
  const { method, path } = readPattern(pattern)
  const source = escaped(path).replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')
  const expression = new RegExp(`^${source}/?$`, 's')
  return (asked, at) => (method === '*' || method === asked) && expression.test(at)
}
